"""What panel codes computed for a hull: read, checked, fitted, and made into forces (laws/bem)."""

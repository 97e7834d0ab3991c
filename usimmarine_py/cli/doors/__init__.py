"""Commands of doors to other worlds."""

"""What the helm says about itself: all-stop, summary, report."""

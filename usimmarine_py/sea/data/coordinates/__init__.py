"""Where places of the local plane lie in the coordinates of a file (laws/environment 7.3)."""

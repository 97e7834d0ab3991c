"""What files say: .bhv files, the block of the helm, forms of points and polygons."""

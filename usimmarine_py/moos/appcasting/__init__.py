"""What an application tells about itself: appcasts, status, load."""

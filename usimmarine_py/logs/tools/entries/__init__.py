"""Tools that write logs, or parts of them."""

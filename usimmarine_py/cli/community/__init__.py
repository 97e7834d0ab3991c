"""Commands that connect to a running community, with the built-in or any other MOOSDB."""

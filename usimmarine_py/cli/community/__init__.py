"""Commands that talk to a running community: ours or any other MOOSDB."""

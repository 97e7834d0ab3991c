"""uFldNodeComms: which vehicles get whose reports and messages."""

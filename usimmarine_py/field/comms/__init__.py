"""uFldNodeComms: who hears whom."""

"""uFldNodeBroker and uFldShoreBroker: how vehicles and shore find each other, and what they share then."""

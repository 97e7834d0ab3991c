"""The journal of a live run, beside its log, and its repetition offline."""

"""Mission files in an editor: findings, completion, help and places, by the language server protocol.

``position.py``: what stands at a place of a text. ``findings.py``: what ``usim check`` says of an unsaved text.
``proposals.py``: completion. ``explain.py``: help. ``places.py``: who posts and reads a variable, where a section is.
``server.py``: the server, by pygls (extra ``editor``).
"""

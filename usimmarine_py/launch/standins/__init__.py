"""Stand-ins for the programs that launch scripts call: small tools, and a recorder of what would be started.

They are links to one dispatcher in a folder that is first on PATH (``folder.py``). This package is imported by each of
them, without the packages of site-packages: it imports the standard library and the pure modules of ``mission`` only.
"""

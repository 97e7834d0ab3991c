"""What vehicles of a field know of each other: reports, shares between communities, brokers, messages, contacts. Pure.

Applications here (``field.programs``) implement ``values.app.Application`` without sockets, clocks and files.
"""

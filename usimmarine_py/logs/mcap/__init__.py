"""MCAP: every variable as typed messages, and the vehicle in three dimensions, for Foxglove and Lichtblick.

writer   ``McapWriter``, a listener of everything posted
scene    from posts to positions, transforms and scenes; the frames are told there
shapes   hull, arrows and lines as Foxglove's primitives
schemas  Foxglove's schemas
convert  a recorded run into a file (``convert``)
"""

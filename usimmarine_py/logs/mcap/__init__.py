"""MCAP files for Foxglove and Lichtblick: every variable as typed messages, and the vehicle in three dimensions.

writer   ``McapWriter``, a listener for all posts
scene    from posts to positions, transforms and scenes, with a description of the frames
shapes   hull, arrows and lines as Foxglove's primitives
schemas  Foxglove's schemas
convert  a recorded run into a file (``convert``)
"""

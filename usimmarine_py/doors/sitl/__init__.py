"""ArduPilot's JSON interface: an autopilot in the loop steers the vehicle of a mission, in lock step with it.

Source: ArduPilot, libraries/SITL/examples/JSON/readme.md. Servo outputs come as datagrams; each is answered with one
line of JSON, by which the autopilot's own time goes on.
"""

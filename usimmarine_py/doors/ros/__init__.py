"""Live communities and recorded runs as topics of ROS 2, without ROS: DDS by cyclonedds, bags and types by rosbags."""

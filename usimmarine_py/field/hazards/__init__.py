"""Objects on the sea floor: the sensor that detects and classifies them, its management, and the score of reports."""

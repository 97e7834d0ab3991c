"""What missions draw on charts: ``VIEW_...`` mail."""

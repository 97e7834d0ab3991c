"""The MOOS wire protocol without input or output."""

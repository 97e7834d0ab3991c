"""Programs with a keyboard: uXMS, uTermCommand, and what reads keys."""

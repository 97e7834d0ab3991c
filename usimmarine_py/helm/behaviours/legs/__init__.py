"""BHV_LegRun, its turns and its speeds."""

"""The sources of the page's data: MOOSDBs and logs."""

"""Where the data of the page come from: MOOSDBs and logs."""

"""Any number of a vehicle file from trial logs: free numbers, records, pieces, prediction, least squares, verdict."""

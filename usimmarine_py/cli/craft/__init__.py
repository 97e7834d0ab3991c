"""What commands about a single craft do: fits to trials, files of new vehicles."""

"""Vehicle files from data sheets: sizes, mass, thrust, top speed; every other number is an estimate with its method."""

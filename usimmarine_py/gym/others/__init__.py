"""Other vehicles in the water of an environment: how they are steered, and the rules of the road between them."""

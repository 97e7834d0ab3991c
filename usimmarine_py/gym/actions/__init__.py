"""Actions: what a policy gives, and the orders that it becomes."""

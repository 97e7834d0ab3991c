"""What a policy is shown instead of the truth: sensors with their errors, frames of before, late ones."""

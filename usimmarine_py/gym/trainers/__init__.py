"""The environments as trainers want them that have interfaces of their own."""

"""From a policy to a boat: a trained policy as an application, with the observation that it was trained on."""

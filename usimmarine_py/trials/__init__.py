"""Standard manoeuvres of vehicles."""

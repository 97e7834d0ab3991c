"""What an error of wrong usage adds: the form of this program for what was typed."""

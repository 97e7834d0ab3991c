"""Whole communities as processes: what an ANTLER block lists, started, listened to and ended from one place."""

"""Searches of all web processes take turns: first come, first served."""

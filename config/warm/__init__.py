"""Commands in a blink: while `manage.py up` runs, a process with everything loaded forks for each.

Starting Python, Django and the libraries takes longer than most commands work. `manage.py` hands
its arguments, folder, environment and three standard files over a Unix socket in the data folder; a
fork of the waiting process runs the command with them, and its exit status comes back.
"""

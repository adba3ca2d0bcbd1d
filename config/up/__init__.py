"""`manage.py up`: database, web and worker in one process tree, started and stopped in order."""

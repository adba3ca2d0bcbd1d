"""Pressmark's applications, one package per floor or room."""

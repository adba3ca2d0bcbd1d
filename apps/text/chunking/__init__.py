"""The parts of the atomic-block chunker; `apps.text.chunk` is the door.

Offsets in here count characters of the source.
"""

"""Groups, members and grants as files: written out, and taken in with a dry run."""

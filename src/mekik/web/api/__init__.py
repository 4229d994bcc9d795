"""The API under /api/v1, one file a subject. Errors are problem+json in one shape (`problems.py`)."""

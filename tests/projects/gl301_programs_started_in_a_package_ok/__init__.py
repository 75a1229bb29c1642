"""The folder in which programs are started has an `__init__.py`."""

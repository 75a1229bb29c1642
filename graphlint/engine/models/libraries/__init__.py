"""Models of other libraries, by the entries of library models."""

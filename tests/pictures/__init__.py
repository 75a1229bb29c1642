"""Pictures of the lifetime of graphs."""

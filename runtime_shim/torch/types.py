"""torch.types."""

"""torch.version."""

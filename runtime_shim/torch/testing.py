"""torch.testing."""

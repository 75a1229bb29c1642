"""torch.random."""

"""Operations on tensors: what they record in the graph, save, change in place and free."""

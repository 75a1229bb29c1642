"""Operations on tensors: the nodes that they record, the tensors that they save, in-place changes, and backward passes."""

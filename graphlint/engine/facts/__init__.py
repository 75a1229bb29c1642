"""Facts about values on a path: truth of conditions, dependencies on graph nodes, kinds of unknown values, library models."""

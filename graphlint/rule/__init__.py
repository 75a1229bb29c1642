"""The parts of a rule: findings, fixes, the base class, the registry, precedence."""

"""What a rule is made of: findings, fixes, the base class, the registry, precedence."""

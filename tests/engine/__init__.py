"""Tests of modules of the engine, with values built by hand: each pins a bound or a guard of the module after which it is named."""

"""Queries on the tree of the analysis, for fixes: nothing here changes a text.

`nodes` and `names` find the parts that strategies need. The others are for proofs: `affected` finds the definitions that a change may
affect, `detaches` detaches without effect, and `unbound_names` the uses of names that a change leaves unbound, by `definite_assignment`
and the `scopes` of names.
"""

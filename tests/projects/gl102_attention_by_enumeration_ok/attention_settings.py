from attention_kinds import *

KIND = Attention.PYRAMID.value

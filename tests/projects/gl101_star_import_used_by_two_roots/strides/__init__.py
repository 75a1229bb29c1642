from strides.walking import *

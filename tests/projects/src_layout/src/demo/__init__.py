from .engine import *

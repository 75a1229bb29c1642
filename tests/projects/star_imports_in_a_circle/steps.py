from main import *

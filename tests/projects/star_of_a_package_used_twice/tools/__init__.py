from tools.walking import *

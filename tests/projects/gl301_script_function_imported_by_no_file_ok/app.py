"""Lists the handlers. The text of an import is not an import:

from forecast import predict
"""

HANDLERS = {"predict": print}
# import forecast
print(sorted(HANDLERS))

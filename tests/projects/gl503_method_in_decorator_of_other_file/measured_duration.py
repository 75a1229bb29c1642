"""A decorator that prints how long a call takes."""

import time
from functools import wraps


def measured(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        result = function(*args, **kwargs)
        print(f"{function.__name__}: {time.perf_counter() - start:.2f} s")
        return result

    return wrapper

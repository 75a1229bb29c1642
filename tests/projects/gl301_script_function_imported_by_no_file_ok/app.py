HANDLERS = {"predict": print}
print(sorted(HANDLERS))

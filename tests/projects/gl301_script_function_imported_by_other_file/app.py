import predict

HANDLERS = {"predict": predict.predict}
print(sorted(HANDLERS))

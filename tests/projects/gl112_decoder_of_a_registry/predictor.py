class Predictor:
    def __init__(self, decoder):
        self.decoder = decoder

    def predict(self, text):
        return self.pick(text)

    def pick(self, text):
        return self.decoder.parse(text)

class Predictor:
    def __init__(self, decoder):
        self.decoder = decoder

    def reply(self, text):
        return self.pick(text)

    def pick(self, text):
        return self.decoder.parse(text)

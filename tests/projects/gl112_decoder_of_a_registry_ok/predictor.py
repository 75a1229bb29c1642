class Predictor:
    def __init__(self, decoder):
        self.decoder = decoder

    def respond(self, text):
        return self.choose(text)

    def choose(self, text):
        return self.decoder.format_help(text)

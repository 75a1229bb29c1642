class History:
    def __init__(self):
        self.generator = []
        self.discriminator_total = 0.0

    def add(self, generator, discriminator):
        self.generator.append(generator)
        self.discriminator_total += discriminator


class Average:
    def __init__(self, model, decay=0.99):
        self.decay = decay
        self.values = [parameter.clone().detach() for parameter in model.parameters()]

    def update(self, model):
        for index, parameter in enumerate(model.parameters()):
            self.values[index] = self.decay * self.values[index] + (1 - self.decay) * parameter

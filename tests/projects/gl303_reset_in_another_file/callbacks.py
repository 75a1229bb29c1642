class Reset:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def on_batch_start(self):
        self.optimizer.zero_grad  # ! GL303

"""transformers: the loss that compute_loss returns beside the outputs depends on the teacher, whose graph the trainer backpropagates."""

import torch
from transformers import Trainer


class Distilling(Trainer):
    def __init__(self, student, teacher, measure, args=None):
        super().__init__(student, args)
        self.teacher = teacher
        self.teacher.eval()
        self.measure = measure

    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(**inputs)
        targets = self.teacher(**inputs)
        loss = self.measure(outputs.logits, targets.logits)
        return (loss, outputs) if return_outputs else loss


class WithNestedOutputs(Trainer):
    def __init__(self, student, teacher, measure, args=None):
        super().__init__(student, args)
        self.teacher = teacher
        self.teacher.eval()
        self.measure = measure

    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(**inputs)
        targets = self.teacher(**inputs)
        return self.measure(outputs.logits, targets.logits), {"outputs": [outputs]}


class WithoutTeacherGraph(Trainer):
    def __init__(self, student, teacher, measure, args=None):
        super().__init__(student, args)
        self.teacher = teacher
        self.teacher.eval()
        self.measure = measure

    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(**inputs)
        labels = self.teacher(**inputs).logits.argmax(-1).tolist()  # ! GL301
        loss = self.measure(outputs.logits, torch.tensor(labels))
        return (loss, outputs) if return_outputs else loss

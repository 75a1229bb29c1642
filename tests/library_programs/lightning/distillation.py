"""Lightning: the loss in the dictionary that training_step returns depends on the teacher, whose graph the trainer backpropagates."""

import lightning as L
import torch


class Distilling(L.LightningModule):
    def __init__(self, student, teacher, measure):
        super().__init__()
        self.student = student
        self.teacher = teacher
        self.teacher.eval()
        self.measure = measure

    def training_step(self, batch, batch_idx):
        loss = self.measure(self.student(batch), self.teacher(batch))
        return {"loss": loss, "size": len(batch)}


class Labeling(L.LightningModule):
    def __init__(self, student, teacher, measure):
        super().__init__()
        self.student = student
        self.teacher = teacher
        self.teacher.eval()
        self.measure = measure

    def training_step(self, batch, batch_idx):
        labels = self.teacher(batch).argmax(-1).tolist()  # ! GL301
        loss = self.measure(self.student(batch), torch.tensor(labels))
        return {"loss": loss, "size": len(batch)}

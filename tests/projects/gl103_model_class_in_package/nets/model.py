from .base import Base


class Recurrent(Base):
    def forward(self, x):
        self.hidden = self.cell(x, self.hidden)
        return self.hidden

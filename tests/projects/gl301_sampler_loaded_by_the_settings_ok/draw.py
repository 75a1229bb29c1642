"""Draws samples of the model that the settings name, with grad mode off."""
import json
from pathlib import Path

import torch

from loading import load

settings = json.loads(Path(__file__).with_name("settings.json").read_text())
model = load(settings["model"]).eval()
with torch.no_grad():
    print(model.generate(torch.zeros(2, 1, dtype=torch.long), 3))

"""stable-baselines3: extractors are modules, and predict runs without grad."""

import torch
from stable_baselines3.common.policies import ActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor


class Extractor(BaseFeaturesExtractor):
    def __init__(self, space):
        super().__init__(space, 3)
        self.net = torch.nn.Linear(3, 3)

    def forward(self, x):
        return self.net(x)


def features(space, loader):
    extractor = Extractor(space)
    extractor.eval()
    for x in loader:
        print(extractor(x))  # ! GL301


def actions(space, loader):
    policy = ActorCriticPolicy(space, space, lambda _: 0.1)
    policy.eval()
    for x in loader:
        print(policy.predict(x))

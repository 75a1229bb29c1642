import torch
from evaluation import evaluate
from policy import Agent


def main(episodes=20, steps=10):
    agent = Agent(4, 2)
    for episode in range(episodes):
        state = torch.randn(4)
        for _ in range(steps):
            action, value = agent.act(state, epsilon=0.1)
            following, reward = torch.randn(4), 1.0
            agent.memory.add(state, action, reward, following, value)
            state = following
            if len(agent.memory) >= 32:
                agent.learn(32)
        print(episode, agent.total, evaluate(agent.network, torch.randn(5, 4)))


if __name__ == "__main__":
    main()

"""One epoch of training, in the mode in which the model is."""


def train_one_epoch(model, batches, optimizer):
    model.train()
    for batch in batches:
        loss = model(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

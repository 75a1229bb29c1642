def forward(model, x):
    return model(x).pow(2).mean()

"""Code that writes or shows a value keeps no graph, whatever its class."""

import torch


def passed_to_add_scalar(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.add_scalar(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_add_scalars(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.add_scalars(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_add_image(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.add_image(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_add_images(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.add_images(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_add_histogram(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.add_histogram(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_add_text(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.add_text(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_add_figure(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.add_figure(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_set_postfix(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.set_postfix(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_set_description(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.set_description(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_set_postfix_str(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.set_postfix_str(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_info(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.info(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_debug(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.debug(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_warning(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.warning(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_warn(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.warn(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_error(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.error(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_critical(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.critical(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_exception(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.exception(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_write(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.write(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_writelines(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.writelines(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_flush(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.flush(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_close(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.close(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_print_exc(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.print_exc(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_log_scalar(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.log_scalar(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_log_metric(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.log_metric(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_add_graph(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.add_graph(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def used_again(loader, writer):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        writer.add_scalar(loss)
        loss.backward(retain_graph=True)
        loss.pow(2).backward()
        optimizer.step()

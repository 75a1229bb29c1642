"""Stand-ins for decorators of command lines, tests, registries and checks leave a function as it is."""

import torch
from somewhere import tools


@tools.wraps
def with_wraps(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.lru_cache
def with_lru_cache(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.cache
def with_cache(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.contextmanager
def with_contextmanager(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.abstractmethod
def with_abstractmethod(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.overload
def with_overload(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.jit.script
def with_jit_script(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.compile
def with_compile(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.jit.ignore
def with_jit_ignore(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.jit.export
def with_jit_export(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.jit.unused
def with_jit_unused(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.custom_fwd
def with_custom_fwd(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.custom_bwd
def with_custom_bwd(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.once_differentiable
def with_once_differentiable(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.override
def with_override(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.main
def with_main(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.command
def with_command(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.option
def with_option(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.argument
def with_argument(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.deprecated
def with_deprecated(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.profile
def with_profile(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.timer
def with_timer(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.timeit
def with_timeit(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.wrap
def with_wrap(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.fixture
def with_fixture(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.parametrize
def with_parametrize(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.record
def with_record(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.typed
def with_typed(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.jaxtyped
def with_jaxtyped(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.beartype
def with_beartype(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.total_ordering
def with_total_ordering(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.unique
def with_unique(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.singledispatch
def with_singledispatch(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.cached_property
def with_cached_property(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.final
def with_final(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.no_type_check
def with_no_type_check(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.patch
def with_patch(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.property
def with_property(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.staticmethod
def with_staticmethod(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.classmethod
def with_classmethod(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.dataclass
def with_dataclass(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.add_start_docstrings_to_forward
def with_add_start_docstrings_to_forward(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.register_model
def with_register_model(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.skip_on_windows
def with_skip_on_windows(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.require_gpu
def with_require_gpu(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.mark.slow
def with_mark_slow(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.property.setter
def with_property_setter(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@tools.typed
@torch.no_grad()
def without_grad(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))

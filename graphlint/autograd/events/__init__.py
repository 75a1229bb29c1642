"""Events in the lifetime of an autograd graph: interpreters emit them, rules read them.

There are two emitters, the abstract interpreter and the runtime shim; rules import neither. Every number that identifies something (node,
storage, backward, loop execution) is unique within one `Run`. Records are immutable. `Run.events` is in the order of emission; events of
different paths interleave.
"""

# Rules and emitters import from here everything that events consist of.
from graphlint.autograd.events.backward import Backward as Backward
from graphlint.autograd.events.backward import BackwardKind as BackwardKind
from graphlint.autograd.events.backward import Change as Change
from graphlint.autograd.events.backward import ChangedBy as ChangedBy
from graphlint.autograd.events.backward import Fault as Fault
from graphlint.autograd.events.backward import NoGraph as NoGraph
from graphlint.autograd.events.backward import Raised as Raised
from graphlint.autograd.events.backward import Retain as Retain
from graphlint.autograd.events.base import Event as Event
from graphlint.autograd.events.havoc import COMPLETE_REACH as COMPLETE_REACH
from graphlint.autograd.events.havoc import UNEXECUTED_BACKWARD as UNEXECUTED_BACKWARD
from graphlint.autograd.events.havoc import UNTRACKED as UNTRACKED
from graphlint.autograd.events.havoc import Cause as Cause
from graphlint.autograd.events.havoc import Effects as Effects
from graphlint.autograd.events.havoc import Havoc as Havoc
from graphlint.autograd.events.havoc import SkippedCall as SkippedCall
from graphlint.autograd.events.modules import Forward as Forward
from graphlint.autograd.events.modules import FrozenForward as FrozenForward
from graphlint.autograd.events.modules import LayerMode as LayerMode
from graphlint.autograd.events.modules import ModeSwitch as ModeSwitch
from graphlint.autograd.events.modules import NoSyncBlock as NoSyncBlock
from graphlint.autograd.events.modules import ParallelForward as ParallelForward
from graphlint.autograd.events.modules import ReentrantCheckpoint as ReentrantCheckpoint
from graphlint.autograd.events.modules import UnreducedBackward as UnreducedBackward
from graphlint.autograd.events.modules import UnregisteredModules as UnregisteredModules
from graphlint.autograd.events.optimizers import Cleared as Cleared
from graphlint.autograd.events.optimizers import Clipped as Clipped
from graphlint.autograd.events.optimizers import Contribution as Contribution
from graphlint.autograd.events.optimizers import CounterTest as CounterTest
from graphlint.autograd.events.optimizers import Emptied as Emptied
from graphlint.autograd.events.optimizers import GradRead as GradRead
from graphlint.autograd.events.optimizers import OptimizerCreated as OptimizerCreated
from graphlint.autograd.events.optimizers import OptimizerReceived as OptimizerReceived
from graphlint.autograd.events.optimizers import Presence as Presence
from graphlint.autograd.events.optimizers import ResetBy as ResetBy
from graphlint.autograd.events.optimizers import ScalerCall as ScalerCall
from graphlint.autograd.events.optimizers import ScalerMethod as ScalerMethod
from graphlint.autograd.events.optimizers import SchedulerStep as SchedulerStep
from graphlint.autograd.events.optimizers import Step as Step
from graphlint.autograd.events.optimizers import UnusedGradients as UnusedGradients
from graphlint.autograd.events.optimizers import ZeroGrad as ZeroGrad
from graphlint.autograd.events.tensors import BecameLeaf as BecameLeaf
from graphlint.autograd.events.tensors import ConstantTerm as ConstantTerm
from graphlint.autograd.events.tensors import ContextAttribute as ContextAttribute
from graphlint.autograd.events.tensors import CopiesCompared as CopiesCompared
from graphlint.autograd.events.tensors import DetachCall as DetachCall
from graphlint.autograd.events.tensors import Detached as Detached
from graphlint.autograd.events.tensors import DetachedOperand as DetachedOperand
from graphlint.autograd.events.tensors import Discarded as Discarded
from graphlint.autograd.events.tensors import DiscardedResult as DiscardedResult
from graphlint.autograd.events.tensors import Growth as Growth
from graphlint.autograd.events.tensors import LeftCalls as LeftCalls
from graphlint.autograd.events.tensors import OldApi as OldApi
from graphlint.autograd.events.tensors import OldApiUse as OldApiUse
from graphlint.autograd.events.tensors import Rebound as Rebound
from graphlint.autograd.events.tensors import RetainedGraph as RetainedGraph
from graphlint.autograd.events.tensors import Rewrapped as Rewrapped
from graphlint.autograd.events.tensors import TensorRole as TensorRole
from graphlint.autograd.events.tensors import WrongOperand as WrongOperand
from graphlint.autograd.nodes import MODULE_RESULTS as MODULE_RESULTS
from graphlint.autograd.nodes import NO_CONTEXT as NO_CONTEXT
from graphlint.autograd.nodes import PROJECTIONS as PROJECTIONS
from graphlint.autograd.nodes import SCALING as SCALING
from graphlint.autograd.nodes import SELECTING as SELECTING
from graphlint.autograd.nodes import UNRESOLVED as UNRESOLVED
from graphlint.autograd.nodes import Certainty as Certainty
from graphlint.autograd.nodes import Context as Context
from graphlint.autograd.nodes import Creator as Creator
from graphlint.autograd.nodes import LoopIteration as LoopIteration
from graphlint.autograd.nodes import Node as Node
from graphlint.autograd.nodes import Origin as Origin
from graphlint.autograd.nodes import Saved as Saved
from graphlint.autograd.sites import Site as Site

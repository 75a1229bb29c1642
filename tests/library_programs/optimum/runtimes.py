"""optimum: models of ONNX Runtime and OpenVINO have no graph; those of neural-compressor are modules of PyTorch."""

from optimum.intel import INCModelForSequenceClassification, OVModelForSequenceClassification
from optimum.onnxruntime import ORTModelForFeatureExtraction, ORTModelForSequenceClassification, ORTQuantizer

model = ORTModelForSequenceClassification.from_pretrained("base")
model.eval()
quantizer = ORTQuantizer.from_pretrained("base")


def evaluate(loader):
    predictions = []
    for x in loader:
        predictions.append(model(x).logits.argmax(1))
    return predictions


class Encoder:
    def __init__(self, session):
        self.model = ORTModelForFeatureExtraction(session=session)
        self.model.to("cuda")

    def predict(self, batches):
        return [self.model(**batch)[0].mean(1) for batch in batches]


def by_openvino(loader):
    converted = OVModelForSequenceClassification.from_pretrained("base").to("cpu")
    converted.eval()
    return [converted(x).logits for x in loader]


def evaluate_quantized(loader):
    for x in loader:
        print(quantizer(x).argmax(1))


def compressed(loader):
    small = INCModelForSequenceClassification.from_pretrained("base")
    small.eval()
    for x in loader:
        print(small(x).logits.argmax(1))  # ! GL301

"""transformers: models by their checkpoints, optimizers, schedules, and generation, which runs without grad."""

import torch
from transformers import AdamW, AutoConfig, AutoModelForCausalLM, AutoTokenizer, PreTrainedModel, get_linear_schedule_with_warmup, set_seed


def not_reset(texts):
    set_seed(0)
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    optimizer = AdamW(model.parameters())
    schedule = get_linear_schedule_with_warmup(optimizer, 10, 100)
    for text in texts:
        model(text).loss.backward()  # ! GL501
        optimizer.step()
        schedule.step()


def reset(texts):
    model = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained("gpt2"))
    optimizer = AdamW(model.parameters())
    schedule = get_linear_schedule_with_warmup(optimizer, 10, 100)
    for text in texts:
        model(text).loss.backward()
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()


def passes(prompts):
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model.eval()
    for prompt in prompts:
        print(model(tokenizer(prompt)).logits)  # ! GL301


def generation(prompts):
    tokenizer = AutoTokenizer.from_pretrained("gpt2")
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    model.eval()
    for prompt in prompts:
        print(model.generate(tokenizer(prompt)))


class Captioner(PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.head = torch.nn.Linear(3, 3)

    def forward(self, x):
        return self.head(x)


def captions(config, batches):
    model = Captioner(config)
    model.eval()
    kept = []
    for x in batches:
        kept.append(model.generate(x))
    return kept


def states(config, batches):
    model = Captioner(config)
    model.eval()
    for x in batches:
        print(model(x))  # ! GL301

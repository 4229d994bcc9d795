"""Finds the weights of `analysis/languages/short.py`: a logistic regression over what speaks for each language.

python bench/language_texts.py /tmp/texts WHEEL…
python bench/language_tuning.py /tmp/texts

The texts are those of `language_texts.py`, none of which the identifiers are judged by.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from language_samples import LANGUAGES, without_turkish_letters
from mekik.analysis.languages.evaluation import cuts
from mekik.analysis.languages.short import ShortIdentifier, Weights

LENGTHS = (8, 16, 32, 64)
SAMPLES = 120
STEPS = 400


def gather(identifier: ShortIdentifier, folder: Path) -> tuple[np.ndarray, np.ndarray]:
    codes = sorted(identifier.languages())
    rows, right = [], []
    read = {code: (folder / f"{code}.txt").read_text(encoding="utf-8").replace("\n", " ") for code in LANGUAGES}
    for code, text in [*read.items(), ("tr", without_turkish_letters(read["tr"]))]:
        for length in LENGTHS:
            for piece in cuts(text, length, SAMPLES, f"tuning {code} {length}"):
                features = identifier.features(piece)
                if features is not None:
                    rows.append(features)
                    right.append(codes.index(code))
    return np.array(rows), np.array(right)


def fitted(features: np.ndarray, right: np.ndarray) -> Weights:
    """By Adam, from the model's word alone."""
    truth = np.zeros(features.shape[:2])
    truth[np.arange(len(right)), right] = 1
    weights = np.array([1.0, 0, 0, 0, 0])
    mean, square = np.zeros(5), np.zeros(5)
    for step in range(1, STEPS + 1):
        scores = features @ weights
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        slope = np.einsum("ij,ijk->k", chances - truth, features) / len(right)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
    return Weights(*(round(float(weight), 2) for weight in weights))


def main() -> None:
    identifier = ShortIdentifier(LANGUAGES)
    features, right = gather(identifier, Path(sys.argv[1]))
    weights = fitted(features, right)
    correct = ((features @ np.array(weights)).argmax(1) == right).mean()
    alone = (features[:, :, 0].argmax(1) == right).mean()
    print(weights)
    print(f"{correct:.1%} of {len(right):,} pieces right; by the model alone {alone:.1%}")


if __name__ == "__main__":
    main()

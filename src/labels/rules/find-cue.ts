// Finds where in a line a cue matches, for receipts. Separate from scoreCues(), which every line of an import runs.
import {
  anyFirstWord,
  type CueIndex,
  lineStart,
  matches,
  type Phrase,
  type PhraseList,
  sentenceMarks,
} from './phrase.ts';

/** A run of tokens: `end` is after its last one. */
export type TokenSpan = { start: number; end: number };

/** Of the heaviest cue of `value`; undefined if none matches. */
export function findCue(indexes: readonly CueIndex[], tokens: readonly string[], value: string): TokenSpan | undefined {
  const start = lineStart(tokens);
  const found: { phrase: Phrase; at: number }[] = [];
  const tryAt = (list: PhraseList | undefined, at: number) => {
    for (const phrase of list?.all ?? [])
      if (phrase.value === value && matches(phrase.elements, 0, tokens, at)) found.push({ phrase, at });
  };
  for (const { anywhere, sentence, line } of indexes) {
    tryAt(line.get(anyFirstWord), start);
    for (const at of new Set([start, 0])) tryAt(line.get(tokens[at] ?? ''), at);
    tokens.forEach((token, at) => {
      tryAt(anywhere.get(token), at);
      if (at <= start || sentenceMarks.has(tokens[at - 1])) tryAt(sentence.get(token), at);
    });
  }
  const [best] = found.sort((a, b) => b.phrase.weight - a.phrase.weight);
  return best && { start: best.at, end: endOf(best.phrase, tokens, best.at) };
}

/** A cue ends where the shortest beginning of the line that it matches ends. */
function endOf({ elements }: Phrase, tokens: readonly string[], start: number): number {
  if (elements.some(({ kind }) => kind === 'end')) return tokens.length;
  for (let end = start + 1; end < tokens.length; end++)
    if (matches(elements, 0, tokens.slice(0, end), start)) return end;
  return tokens.length;
}

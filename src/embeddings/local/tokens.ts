// Splits a text into tokens of SentencePiece: the most probable sequence of pieces of the vocabulary.

/** Pieces with the logarithms of their probabilities; the first six are control symbols. */
type Vocabulary = readonly (readonly [piece: string, score: number])[];

const controlSymbols = 6;
const unknown = 0;
/** Stands for a space, also before the first word. */
const space = '▁';

/** Returns the numbers of the pieces. Adjacent characters without a piece are one unknown token. */
export function createTokenizer(vocabulary: Vocabulary): (text: string) => number[] {
  const ids = new Map(vocabulary.slice(controlSymbols).map(([piece], at) => [piece, at + controlSymbols]));
  const longest = vocabulary.reduce((length, [piece]) => Math.max(length, piece.length), 0);

  return (text) => {
    const symbols = space + text.normalize('NFKC').trim().replace(/\s+/g, space);
    const best = new Float64Array(symbols.length + 1).fill(Number.NEGATIVE_INFINITY);
    best[0] = 0;
    /** The last piece of the best sequence that ends here, and where it starts. */
    const last = new Uint16Array(symbols.length + 1);
    const starts = new Uint32Array(symbols.length + 1);
    const offer = (start: number, end: number, id: number, score: number) => {
      if ((best[start] ?? 0) + score < (best[end] ?? 0)) return;
      best[end] = (best[start] ?? 0) + score;
      last[end] = id;
      starts[end] = start;
    };
    for (let start = 0; start < symbols.length; start++) {
      let isKnown = false;
      for (let end = start + 1; end <= Math.min(start + longest, symbols.length); end++) {
        const id = ids.get(symbols.slice(start, end));
        if (id === undefined) continue;
        isKnown = true;
        offer(start, end, id, vocabulary[id]?.[1] ?? 0);
      }
      if (!isKnown) offer(start, start + 1, unknown, 0);
    }
    const tokens: number[] = [];
    for (let end = symbols.length; end > 0; end = starts[end] ?? 0) {
      const id = last[end] ?? unknown;
      if (id !== unknown || tokens.at(-1) !== unknown) tokens.push(id);
    }
    return tokens.reverse();
  };
}

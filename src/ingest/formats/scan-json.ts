// Finds the end of one JSON value in text, so that it can be parsed on its own. JSON.parse validates it.

export type ValueScan =
  /** `end`: position of the parent's comma or closing bracket. `cut`: the file ends there instead. */
  { kind: 'value'; end: number; cut: boolean } | { kind: 'more' } | { kind: 'broken'; reason: string; at: number };

export const maxValueLength = 16 * 1_048_576;

const [quote, backslash, comma, newline] = [34, 92, 44, 10];

export function scanValue(text: string, from: number, ended: boolean): ValueScan {
  let depth = 0;
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const close = scanString(text, at);
      if (close < 0) return { kind: 'broken', reason: 'a string is not closed on its line', at: -close };
      at = close;
    } else if (code === 123 || code === 91) depth++;
    else if (code === 125 || code === 93) {
      if (depth === 0) return { kind: 'value', end: at, cut: false };
      depth--;
    } else if (code === comma && depth === 0) return { kind: 'value', end: at, cut: false };
  }
  if (at - from > maxValueLength)
    return { kind: 'broken', reason: 'the record is longer than 16 MiB', at: text.length };
  return ended ? { kind: 'value', end: text.length, cut: true } : { kind: 'more' };
}

/** Position of the closing quote, the length of the text if it has not arrived, or minus the position of a raw line break. */
export function scanString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
    else if (code === newline) return -at;
  }
  return text.length;
}

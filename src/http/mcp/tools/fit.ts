// Results stay short enough for every client: the strictest cuts them at 25,000 tokens, and counts both copies of a result.
import type { Rendered } from './tool.ts';

/** Of one of the two copies. No text has more tokens than bytes. */
export const maxTokens = 12_000;
/** JSON has three to four in most tokenizers. */
const charactersPerToken = 2.5;

export type Fitted = { json: string; count: number | undefined; isCut: boolean };

/** Leaves items out from the end of the list, never parts of one. undefined if not even one fits, or there is no list. */
export function fit({ members, list }: Rendered): Fitted | undefined {
  const json = JSON.stringify(members);
  const all = list === undefined ? undefined : (members[list] as unknown[]);
  if (estimateTokens(json) <= maxTokens) return { json, count: all?.length, isCut: false };
  if (list === undefined || !all) return undefined;
  let left = maxTokens - estimateTokens(JSON.stringify({ ...members, [list]: [] }));
  let count = 0;
  for (const item of all) {
    left -= estimateTokens(JSON.stringify(item)) + 1;
    if (left < 0) break;
    count += 1;
  }
  if (count === 0) return undefined;
  return { json: JSON.stringify({ ...members, [list]: all.slice(0, count) }), count, isCut: true };
}

/** An upper estimate: tokenizers of bytes never make more tokens of a character than it has bytes. */
export function estimateTokens(text: string): number {
  const bytes = Buffer.byteLength(text);
  if (bytes === text.length) return bytes / charactersPerToken;
  let ascii = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x80) ascii += 1;
  return ascii / charactersPerToken + (bytes - ascii);
}

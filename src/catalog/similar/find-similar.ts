// Finds the hooks whose lines are most similar to a text, and why. Synchronous, and bounded in time.
import { slotTemplate } from '../../labels/templates/slot-template.ts';
import { hashKeys, hashText } from '../snapshot/filter-columns.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import { readText } from '../snapshot/record-text.ts';
import type { Rows } from '../snapshot/snapshot.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { findCandidates } from './candidates.ts';
import { diversify } from './diversify.ts';
import { sharedWordsOf } from './shared-words.ts';
import { roundScore, type Similar, type SimilarReason } from './similar-hook.ts';
import {
  sharesContent,
  similarityOf,
  similarityOfText,
  type WeightedLine,
  weighLine,
  weightsOf,
} from './weighted-line.ts';

export type SimilarQuery = {
  text: string;
  /** Of the hook itself, which is not found. */
  row?: number;
  /** Only these rows, ascending. */
  rows?: Uint32Array;
  /** Of a text without a hook, if it is known. */
  archetype?: string;
  limit: number;
};

/** Lines that share less are similar by chance. Fitted on real lines: see docs/decisions.md. */
const minScore = 0.32;
/** Of lines that share function words alone, and no template: `This is me` is like `This is why` in nothing. */
const minScoreWithoutContent = 0.6;
/** How much of the distance to 1 the same template closes. */
const templateShare = 0.35;
/** Candidates that are compared, at least and for each result. */
const minCompared = 60;
const comparedPerResult = 4;

/** Of WeightedLine, by row; 0 before the row is compared the first time. */
const totalsOf = perSnapshot(({ size }: Rows) => new Float32Array(size));
/** More than a total of 32 bits is off by. */
const rounding = 0.001;

type Compared = { row: number; score: number; line: WeightedLine; hasTemplate: boolean };

/** The most similar first, each different from those before it; none below the least score. */
export function findSimilar(snapshot: Rows, query: SimilarQuery): Similar[] {
  const { text, row: own, rows: only, limit } = query;
  const weights = weightsOf(snapshot);
  const line = weighLine(text, weights);
  const template = frameOf(own === undefined ? slotTemplate(text) : readTemplate(snapshot, own));
  const totals = totalsOf(snapshot);
  const count = Math.max(minCompared, limit * comparedPerResult);
  const compared: Compared[] = [];
  for (const row of findCandidates(snapshot, { line, template, only, count })) {
    if (row === own || (own !== undefined && snapshot.textHashes[row] === snapshot.textHashes[own])) continue;
    const text = readText(snapshot, row, 'text');
    const hasTemplate = template !== undefined && hasTemplateOf(snapshot, row, template);
    const total = totals[row];
    // Most candidates end here: weighing all their words would take most of the time.
    if (total !== 0 && !hasTemplate && similarityOfText(line, text, total) < minScore - rounding) continue;
    const other = weighLine(text, weights);
    totals[row] = other.total;
    const similarity = similarityOf(line, other);
    const score = hasTemplate ? similarity + (1 - similarity) * templateShare : similarity;
    const least = hasTemplate || sharesContent(line, other) ? minScore : minScoreWithoutContent;
    if (score >= least) compared.push({ row, score, line: other, hasTemplate });
  }
  compared.sort((a, b) => b.score - a.score || a.row - b.row);
  return diversify(snapshot, compared, limit).map(({ row, score, hasTemplate }) => ({
    row,
    score: roundScore(score),
    why: explain(
      snapshot,
      query,
      row,
      sharedWordsOf(readText(snapshot, row, 'text'), line),
      hasTemplate ? template : undefined,
    ),
  }));
}

function explain(
  { columns: { archetype } }: Rows,
  { row: own, archetype: given }: SimilarQuery,
  row: number,
  words: string[],
  template: string | undefined,
): SimilarReason[] {
  const why: SimilarReason[] = words.length > 0 ? [{ kind: 'words', words }] : [];
  if (template !== undefined) why.push({ kind: 'template', template });
  const value = archetype.values[archetype.codes[row]];
  if (value === (own === undefined ? given : archetype.values[archetype.codes[own]]))
    why.push({ kind: 'archetype', value });
  return why;
}

const slot = /\[[^\]]*\]/g;
/** A template of fewer words beside its slots says little about its lines. */
const leastFrameWords = 3;

/** Undefined for a template without slots, which is the line itself. */
function frameOf(template: string | undefined): string | undefined {
  const words = template?.replace(slot, ' ');
  return words === template || splitWords(words ?? '').length < leastFrameWords ? undefined : template;
}

function hasTemplateOf(snapshot: Rows, row: number, template: string): boolean {
  const key = hashKeys.template(template);
  // Most rows differ in the hash, and reading a record takes longer.
  if (snapshot.hashes.template[row] !== hashText(key)) return false;
  return hashKeys.template(readText(snapshot, row, 'template')) === key;
}

function readTemplate(snapshot: Rows, row: number): string | undefined {
  return snapshot.hashes.template[row] === 0 ? undefined : readText(snapshot, row, 'template');
}

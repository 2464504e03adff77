// Lines that a model learns from: what curators decided, and what trusted sources gave.
import type { Database } from '../../../db/database.ts';
import { requiredLabels } from '../../../labels/label.ts';
import type { TrainingLine } from '../../../labels/model/training-line.ts';
import { hashtagsOf } from '../label-input.ts';
import { type LineRow, selectDecidedLines, selectGivenLines } from './store.ts';

const maxDecided = 5_000;
const maxGiven = 5_000;
/** Of both, so that a training stays short. */
const maxLines = 8_000;
/** Of one source and value, so that a source with the same niche in every line does not make it the likeliest one of all lines. */
const maxOfValue = 300;

/** Decisions first. Every model corrects one that was trained on the starter set, which is not among them. */
export async function readTrainingLines(db: Database): Promise<TrainingLine[]> {
  const decided = (await selectDecidedLines(db, maxDecided)).map((row) => toLine(row, 'decision'));
  const known = new Set(decided.map(({ id }) => id));
  // Twice as many, since some are left out.
  const given = (await selectGivenLines(db, 2 * maxGiven)).map((row) => toLine(row, 'given'));
  const others = given.filter(({ id }) => !known.has(id));
  const spread = spreadValues(others, Math.min(maxGiven, maxLines - decided.length), maxOfValue);
  return [...decided, ...spread];
}

/** What a file claims to be decided by a curator is given by its source. */
const methods = { decision: ['curator'], given: ['given', 'curator'] } as const;

function toLine(row: LineRow, kind: 'decision' | 'given'): TrainingLine {
  const { id, text, raw_text, platform, source_family: family, source, creator } = row;
  const labels: TrainingLine['labels'] = {};
  // Of a source, `other` says that it has no word for it.
  for (const label of requiredLabels)
    if (
      methods[kind].some((method) => method === row[`${label}_method`]) &&
      (kind === 'decision' || row[label] !== 'other')
    )
      labels[label] = row[label];
  return {
    id: `hook_${id}`,
    text,
    tags: hashtagsOf(raw_text ?? text),
    platform,
    family,
    source,
    creator,
    labels,
    kind,
  };
}

/** The first lines, but of each source and value of a label only so many. */
export function spreadValues(lines: readonly TrainingLine[], max: number, perValue: number): TrainingLine[] {
  const counts = new Map<string, number>();
  const kept: TrainingLine[] = [];
  for (const line of lines) {
    if (kept.length >= max) break;
    const values = Object.entries(line.labels).map(([label, value]) => JSON.stringify([line.source, label, value]));
    // A line stays for the sake of its rarest value.
    if (!values.some((value) => (counts.get(value) ?? 0) < perValue)) continue;
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    kept.push(line);
  }
  return kept;
}

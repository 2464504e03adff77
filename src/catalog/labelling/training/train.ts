// One training: reads the lines, trains, compares the new model with the starter model, and stores it. Runs in a thread of its own
// (actions.ts), one at a time.
import { type Database, notify } from '../../../db/database.ts';
import { requiredLabels } from '../../../labels/label.ts';
import { createLabeller } from '../../../labels/labeller.ts';
import { classesOf, type ModelLabel } from '../../../labels/model/classes.ts';
import { encodeModel, type LabelModel, type TrainingLine } from '../../../labels/model/model.ts';
import { readLines } from '../../../labels/model/read-lines.ts';
import {
  type Judgement,
  judge,
  type ModelScores,
  renewModel,
  scoresOf,
  trainModel,
} from '../../../labels/model/train.ts';
import { readSample } from '../../sample/sample.ts';
import { loadOwnValues } from '../../values/store.ts';
import { hashtagsOf } from '../live-labeller.ts';
import {
  insertActiveModel,
  insertRefusedModel,
  type NewModel,
  selectActiveVersion,
  selectNewestModel,
  updateTeaching,
} from '../store-models.ts';
import { findTeaching, hasEnoughToLearn, type TrainingOutcome } from './actions.ts';
import { type LineRow, selectDecidedLines, selectGivenLines, selectLastSeen, selectUncertain } from './store.ts';

/** Number of pending hooks among which teaching hooks are selected. */
const maxWaiting = 2_000;
/** Maximum size of a stored model. */
const maxBytes = 2_000_000;

/**
 * No transaction is open during training. Later changes count as unknown to the new model. If the new model is refused, the starter model
 * is stored with the current creators and confidences as a new version, so that undone decisions are forgotten.
 */
export async function train(db: Database, { isForced }: { isForced: boolean }): Promise<TrainingOutcome> {
  const startedAt = performance.now();
  if (!isForced && !(await hasEnoughToLearn(db))) return { state: 'skipped' };
  await loadOwnValues(db);
  const seen = await selectLastSeen(db);
  const former = await selectActiveVersion(db);
  const lines = await readTrainingLines(db);
  const trained = trainModel(lines, readAnchors(lines));
  const starter = judge(readLines(lines), undefined);
  const comparison = compareOnDecisions(trained.judgements, starter);
  const { verdict } = comparison;
  const isActive = verdict === 'better';
  const renewed = verdict === 'worse' || (!isActive && former !== undefined) ? renewModel(lines, starter) : undefined;
  // Without enough labels nothing was learned, so the next decision starts a training again.
  const last = verdict === 'too_few_labels' ? await selectNewestModel(db) : seen;
  const { last_decision = 0, last_hook = 0 } = last ?? {};
  const labeller = createLabeller(isActive ? trained.model : renewed);
  const teaching = findTeaching(await selectUncertain(db, maxWaiting), labeller);
  const scores = { byLabel: scoresOf(trained.judgements), comparison };
  const model: NewModel = { scores, lines: lines.length, last_decision, last_hook };
  const version = await db.transaction().execute(async (trx) => {
    // Stored before the refused model, which is the outcome of this training and thus the newest.
    if (renewed)
      await insertActiveModel(
        trx,
        { ...model, scores: { byLabel: scoresOf(starter) }, bytes: toBytes(renewed) },
        former,
      );
    const stored = isActive
      ? await insertActiveModel(trx, { ...model, bytes: toBytes(trained.model) }, former)
      : await insertRefusedModel(trx, model);
    await updateTeaching(trx, teaching);
    if (isActive || renewed) await notify(trx, 'hookline_labels');
    return stored;
  });
  const tookMs = Math.round(performance.now() - startedAt);
  return { state: isActive ? 'active' : 'refused', version, lines: lines.length, tookMs };
}

function toBytes(model: LabelModel): Buffer {
  const bytes = encodeModel(model);
  if (bytes.length > maxBytes) throw new Error(`The model has ${bytes.length} bytes, more than ${maxBytes}.`);
  return bytes;
}

// Anchors of a training: lines of the sample, so that lessons from a few niches are not applied to all other lines.

/** Every sixth line of the sample is an anchor. */
const everyNth = 6;

/**
 * Returns 900 lines of all kinds without a source or creator. Platforms and families are copied from `lines`, so they carry no information:
 * what `lines` have in common is attributed to their source and words.
 */
function readAnchors(lines: readonly TrainingLine[]): TrainingLine[] {
  return readSample()
    .filter((_, at) => at % everyNth === 0)
    .map(({ text, archetype, emotional_trigger, niche }, at): TrainingLine => {
      const { platform = null, family = null } = lines[at % Math.max(1, lines.length)] ?? {};
      const labels = { archetype, emotional_trigger, niche };
      return {
        id: `anchor_${at}`,
        text,
        tags: [],
        platform,
        family,
        source: null,
        creator: null,
        labels,
        kind: 'anchor',
      };
    });
}

// Comparison of a new model with the starter model, which decides whether it is used.

/** With fewer known labels, the verdict would be chance. */
const minLabels = 20;

/** `basis`: the lines that curators decided, or all lines if these have too few labels. */
type Comparison = {
  basis: 'decisions' | 'all';
  labels: number;
  verdict: 'better' | 'worse' | 'too_few_labels';
  byLabel: Partial<Record<ModelLabel, { new: number; starter: number }>>;
};

/** Compares the models on lines that they had not seen: the starter model has seen none, and the new one is judged by cross-validation. */
function compareOnDecisions(candidate: readonly Judgement[], starter: readonly Judgement[]): Comparison {
  const isDecided = ({ line }: Judgement) => line.kind === 'decision';
  const basis = candidate.filter(isDecided).length >= minLabels ? 'decisions' : 'all';
  const scores = (judgements: readonly Judgement[]) =>
    scoresOf(basis === 'all' ? judgements : judgements.filter(isDecided));
  return { basis, ...compare(scores(candidate), scores(starter)) };
}

/**
 * The new model is better if over all labels its log loss is not higher and its agreement not lower, and if no label's agreement is lower
 * by more than one standard error, which is within chance.
 */
export function compare(mine: ModelScores, theirs: ModelScores): Omit<Comparison, 'basis'> {
  const labels = countLabels(mine);
  const shared = namesOf(mine).filter((label) => theirs[label] !== undefined);
  const byLabel = Object.fromEntries(
    shared.map((label) => [label, { new: mine[label]?.agreement, starter: theirs[label]?.agreement }]),
  ) as Comparison['byLabel'];
  if (labels < minLabels) return { labels, verdict: 'too_few_labels', byLabel };
  const isBetter =
    mean(mine, 'logLoss') <= mean(theirs, 'logLoss') &&
    mean(mine, 'agreement') >= mean(theirs, 'agreement') &&
    shared.every((label) => isAsRight(mine, theirs, label));
  return { labels, verdict: isBetter ? 'better' : 'worse', byLabel };
}

function isAsRight(mine: ModelScores, theirs: ModelScores, label: ModelLabel): boolean {
  const [own, other] = [mine[label], theirs[label]];
  if (!own || !other) return true;
  const standardError = Math.sqrt((other.agreement * (1 - other.agreement)) / own.lines);
  return own.agreement >= other.agreement - Math.max(standardError, 1 / own.lines);
}

function countLabels(scores: ModelScores): number {
  return namesOf(scores).reduce((sum, label) => sum + (scores[label]?.lines ?? 0), 0);
}

function mean(scores: ModelScores, figure: 'logLoss' | 'agreement'): number {
  const total = namesOf(scores).reduce(
    (sum, label) => sum + (scores[label]?.lines ?? 0) * (scores[label]?.[figure] ?? 0),
    0,
  );
  return total / countLabels(scores);
}

function namesOf(scores: ModelScores): ModelLabel[] {
  return Object.keys(scores) as ModelLabel[];
}

// Lines that a model learns from: decisions of curators, and labels of trusted sources.

const maxDecided = 5_000;
const maxGiven = 5_000;
/** Limit of both together, so that a training stays short. */
const maxLines = 8_000;
/** Limit per source and value, so that a source with the same niche in every line does not make it the likeliest one of all lines. */
const maxOfValue = 300;

/** Returns decisions first. Leaves the sample out, since every model corrects one that was trained on it. */
export async function readTrainingLines(db: Database): Promise<TrainingLine[]> {
  const decided = (await selectDecidedLines(db, maxDecided)).map((row) => toLine(row, 'decision'));
  const known = new Set(decided.map(({ id }) => id));
  // Selects twice as many, since some are left out.
  const given = (await selectGivenLines(db, 2 * maxGiven)).map((row) => toLine(row, 'given'));
  const others = given.filter(({ id }) => !known.has(id));
  const spread = spreadValues(others, Math.min(maxGiven, maxLines - decided.length), maxOfValue);
  return [...decided, ...spread];
}

/** Labels that a file marks as decided by a curator count as given by its source. */
const methods = { decision: ['curator'], given: ['given', 'curator'] } as const;

function toLine(row: LineRow, kind: 'decision' | 'given'): TrainingLine {
  const { id, text, raw_text, platform, source_family: family, source, creator } = row;
  const labels: TrainingLine['labels'] = {};
  // Models have no class for a value that an operator added. `other` from a source only means that its vocabulary lacks the value.
  for (const label of requiredLabels)
    if (
      classesOf[label].includes(row[label]) &&
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

/** Returns the first lines, but only so many per source and value of a label. */
export function spreadValues(lines: readonly TrainingLine[], max: number, perValue: number): TrainingLine[] {
  const counts = new Map<string, number>();
  const kept: TrainingLine[] = [];
  for (const line of lines) {
    if (kept.length >= max) break;
    const values = Object.entries(line.labels).map(([label, value]) => JSON.stringify([line.source, label, value]));
    // A line is kept for its rarest value.
    if (!values.some((value) => (counts.get(value) ?? 0) < perValue)) continue;
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    kept.push(line);
  }
  return kept;
}

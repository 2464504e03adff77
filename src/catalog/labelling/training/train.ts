// One training: reads the lines, trains, compares the new model with the one in use, and stores it. Runs in a thread of its own
// (thread.ts), and never twice at once.
import { type Database, notify } from '../../../db/database.ts';
import { createLabeller } from '../../../labels/labeller.ts';
import { decodeModel, encodeModel } from '../../../labels/model/encode.ts';
import { type Judgement, judge, type ModelScores, scoresOf } from '../../../labels/model/judge.ts';
import type { LabelModel } from '../../../labels/model/model.ts';
import { readLines } from '../../../labels/model/read-lines.ts';
import { renewModel, type Training, trainModel } from '../../../labels/model/train.ts';
import type { TrainingLine } from '../../../labels/model/training-line.ts';
import {
  type ActiveModel,
  insertActiveModel,
  insertRefusedModel,
  type NewModel,
  selectActiveModel,
  selectNewestModel,
  updateTeaching,
} from '../store-models.ts';
import { hasEnoughToLearn } from './actions.ts';
import { readAnchors } from './anchors.ts';
import { type Comparison, compare } from './compare.ts';
import { readTrainingLines } from './lines.ts';
import { selectDecidedAfter, selectLastSeen, selectUncertain } from './store.ts';
import { findTeaching } from './teaching.ts';
import type { TrainingOutcome } from './training.ts';

/** Waiting hooks among which those that teach most are looked for. */
const maxWaiting = 2_000;
/** Of a stored model. */
const maxBytes = 2_000_000;

/**
 * No transaction is open while it trains. What happens meanwhile counts as unknown to the new model. If the new model is refused, the
 * one in use goes on with the creators and the confidences of now, as a version of its own.
 */
export async function train(db: Database, { isForced }: { isForced: boolean }): Promise<TrainingOutcome> {
  const startedAt = performance.now();
  if (!isForced && !(await hasEnoughToLearn(db))) return { state: 'skipped' };
  const seen = await selectLastSeen(db);
  const row = await selectActiveModel(db);
  const active = row && { row, model: decode(row) };
  const lines = await readTrainingLines(db);
  const trained = trainModel(lines, readAnchors(lines));
  const { scores, verdict, judgements } = await score(db, lines, trained, active);
  const isActive = verdict === 'better';
  const renewed = verdict === 'worse' ? renewModel(active?.model, lines, judgements) : undefined;
  const used = isActive ? trained.model : (renewed ?? active?.model);
  // Who learned nothing starts again with the next decision.
  const last = verdict === 'too_few_labels' ? await selectNewestModel(db) : seen;
  const { last_decision = 0, last_hook = 0 } = last ?? {};
  const teaching = findTeaching(await selectUncertain(db, maxWaiting), createLabeller(used));
  const model: NewModel = { scores, lines: lines.length, last_decision, last_hook };
  const version = await db.transaction().execute(async (trx) => {
    // Before the refused one, which is the outcome of this training and so the newest.
    if (renewed) {
      const byLabel = active?.row.scores.byLabel ?? scoresOf(judgements);
      await insertActiveModel(trx, { ...model, scores: { byLabel }, bytes: toBytes(renewed) }, row?.version);
    }
    const stored = isActive
      ? await insertActiveModel(trx, { ...model, bytes: toBytes(trained.model) }, row?.version)
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

/** undefined if its bytes are damaged, or of another version: then the model that ships is in use. */
function decode({ bytes }: ActiveModel): LabelModel | undefined {
  try {
    return bytes === null ? undefined : decodeModel(bytes);
  } catch {
    return undefined;
  }
}

type Active = { row: ActiveModel; model: LabelModel | undefined };

type Score = {
  scores: { byLabel: ModelScores; comparison: Comparison };
  verdict: Comparison['verdict'];
  /** Of the model in use, about lines that it had not seen. */
  judgements: Judgement[];
};

/** The model that ships has seen no line of this catalog. */
async function score(
  db: Database,
  lines: readonly TrainingLine[],
  { judgements }: Training,
  active: Active | undefined,
): Promise<Score> {
  const isUnseen = active?.model ? await unseenBy(db, active.row) : () => true;
  const unseen = readLines(lines.filter(isUnseen));
  const byLabel = scoresOf(judgements);
  const mine = { unseen: scoresOf(judgements.filter(({ line }) => isUnseen(line))), all: byLabel };
  const theirJudgements = judge(unseen, active?.model?.weights);
  const theirs = {
    unseen: scoresOf(theirJudgements),
    all: active?.row.scores.byLabel as ModelScores | undefined,
  };
  const comparison = compare(mine, theirs);
  return { scores: { byLabel, comparison }, verdict: comparison.verdict, judgements: theirJudgements };
}

async function unseenBy(
  db: Database,
  { last_decision, last_hook }: ActiveModel,
): Promise<(line: TrainingLine) => boolean> {
  const decided = await selectDecidedAfter(db, last_decision);
  return ({ id, kind }) => {
    const hook = Number(id.slice('hook_'.length));
    return kind === 'decision' ? decided.has(hook) : hook > last_hook;
  };
}

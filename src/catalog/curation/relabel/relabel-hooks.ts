// Relabels hooks: guesses their labels batch by batch outside of a transaction, then applies all changes in one transaction, or only
// reports them.

import { commit } from '../../../audit/actions.ts';
import type { Actor } from '../../../audit/actor.ts';
import type { Floors } from '../../../config/label-floors.ts';
import { type Database, databaseOn, type OpenDatabase, type Trx } from '../../../db/database.ts';
import { fail } from '../../../lib/errors.ts';
import { loadLabeller, toLabelInput } from '../../labelling/live-labeller.ts';
import type { AskDeps } from '../../labelling/llm/label-texts.ts';
import { catalogVersion, lockCatalog } from '../../store.ts';
import { loadOwnValues } from '../../values/store.ts';
import type { EditDeps } from '../actions.ts';
import { toHookFilter } from '../edit.ts';
import { type Answers, applyLocked, createAnswers } from './apply-labels.ts';
import { maxAsked, maxExamples, maxLabelChanges, type RelabelInput, type RelabelReport } from './relabel.ts';
import { type LabelChange, type Relabelled, relabelHook } from './relabel-hook.ts';
import {
  countRelabelable,
  countStaged,
  createStaging,
  dropStaging,
  dropStale,
  lockStaged,
  type RelabelFilter,
  selectExamples,
  selectLabelChanges,
  selectRelabelable,
  selectSample,
  stageChanges,
} from './store-relabel.ts';

type RelabelDeps = {
  actor: Actor;
  announce: EditDeps['announce'];
  /** Guesses with a lower confidence do not change published hooks. */
  floors: Floors;
  /** Opens the language model; undefined if none is configured. */
  openModel: (() => Promise<Pick<AskDeps, 'model' | 'budget'>>) | undefined;
};

const hooksPerBatch = 2_000;

/** Runs in a thread of its own (runtime/relabel-worker.ts), since a million hooks take a minute. Changes are staged in the database. */
export async function relabelHooks(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  input: RelabelInput,
  deps: RelabelDeps,
): Promise<RelabelReport> {
  const { dry_run: isDryRun = false, method, sample, source, where = {} } = input;
  const filter: RelabelFilter = { ...toHookFilter({ source, ...where }), state: where.state ?? 'published' };
  const ask = method === 'llm' ? { db, ...(await openAskable(db, filter, sample, deps)) } : undefined;
  const answers = createAnswers(db, ask);
  const client = await pool.connect();
  const connection = databaseOn(client);
  try {
    await createStaging(connection);
    const guessed = await guessAndStage(connection, filter, sample, { ...deps, answers });
    const report = await commit({ db: connection, actor: deps.actor }, async (trx, audit) => {
      const skipped = isDryRun ? await dropStale(trx) : await lock(trx);
      const summary = await summarize(trx, { ...guessed, skipped });
      const details = { source: source ?? where.source ?? null, state: filter.state, method: method ?? null };
      const { editId } = isDryRun ? { editId: null } : await applyLocked(trx, { ...deps, audit, details });
      return { ...summary, dry_run: isDryRun, edit_id: editId, catalog_version: await catalogVersion(trx) };
    });
    return { ...report, llm: await answers.report(filter) };
  } finally {
    await dropStaging(connection).catch(() => {});
    client.release();
  }
}

async function openAskable(
  db: Database,
  filter: RelabelFilter,
  sample: number | undefined,
  { openModel }: RelabelDeps,
): Promise<Pick<AskDeps, 'model' | 'budget'>> {
  if (!openModel) fail('conflict', 'No language model is configured. Set HOOKLINE_LLM_URL and HOOKLINE_LLM_MODEL.');
  const asked = sample ?? (await countRelabelable(db, filter));
  if (asked > maxAsked)
    fail(
      'invalid_body',
      `${asked} hooks are more than the ${maxAsked} that one run can send to a language model. Send a smaller \`sample\`, or narrow \`where\`.`,
    );
  return openModel();
}

type Guessed = Pick<RelabelReport, 'hooks' | 'uncertain'>;

async function guessAndStage(
  connection: Database,
  filter: RelabelFilter,
  sample: number | undefined,
  { floors, answers }: RelabelDeps & { answers: Answers },
): Promise<Guessed> {
  await loadOwnValues(connection);
  const labeller = await loadLabeller(connection);
  const ids = sample === undefined ? undefined : await selectSample(connection, filter, sample);
  const total = { hooks: 0, uncertain: 0 };
  for (let after = 0; ; ) {
    const hooks = await selectRelabelable(connection, filter, { ids, after, limit: hooksPerBatch });
    const guesses = await answers.combine(
      hooks,
      hooks.map((hook) => labeller.guess(toLabelInput(hook))),
    );
    const changes: LabelChange[] = [];
    for (const [at, hook] of hooks.entries()) {
      const guess = guesses[at];
      const { change, isUncertain } = guess ? relabelHook(hook, guess, floors) : unchanged;
      if (change) changes.push(change);
      if (isUncertain) total.uncertain++;
    }
    await stageChanges(connection, changes);
    total.hooks += hooks.length;
    if (hooks.length < hooksPerBatch) return total;
    after = hooks.at(-1)?.id ?? after;
  }
}

const unchanged: Relabelled = { change: undefined, isUncertain: false };

async function lock(trx: Trx): Promise<number> {
  await lockCatalog(trx);
  return lockStaged(trx);
}

type Summary = Omit<RelabelReport, 'dry_run' | 'edit_id' | 'catalog_version' | 'llm'>;

async function summarize(trx: Trx, { hooks, uncertain, skipped }: Guessed & { skipped: number }): Promise<Summary> {
  const { staged, changed, published } = await countStaged(trx);
  return {
    hooks,
    changed,
    confidence_changed: staged - changed,
    unchanged: hooks - staged - skipped,
    uncertain,
    published,
    skipped,
    labels: await selectLabelChanges(trx, maxLabelChanges),
    examples: await selectExamples(trx, maxExamples),
  };
}

// Relabels hooks: guesses their labels batch by batch outside of a transaction, then applies what changes as one, or says what would.
import type { Actor } from '../../../audit/actor.ts';
import type { Db, OpenDatabase, Trx } from '../../../db/database.ts';
import { databaseOn } from '../../../db/one-connection.ts';
import type { LabelGuesses } from '../../../labels/labeller.ts';
import { fail } from '../../../lib/errors.ts';
import type { EditDeps } from '../../curation/apply-edit.ts';
import { toHookFilter } from '../../curation/hook-filter.ts';
import { catalogVersion, lockCatalog } from '../../store.ts';
import { toLabelInput } from '../label-input.ts';
import { loadLabeller } from '../queries.ts';
import { applyLocked } from './apply-labels.ts';
import { maxAsked, maxExamples, maxLabelChanges, type RelabelInput, type RelabelReport } from './relabel.ts';
import { type Relabelable, relabelHook } from './relabel-hook.ts';
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

/** What a language model adds to the guesses of a batch: the combined guesses, of which hooks it has an answer, and what was used. */
export type Voice = (
  hooks: readonly Relabelable[],
  guesses: readonly LabelGuesses[],
) => Promise<{ guesses: LabelGuesses[]; answered: number; tokens: number }>;

export type RelabelDeps = {
  actor: Actor;
  announce: EditDeps['announce'];
  /** Guesses with a lower confidence change no published hook. */
  floor: number;
  /** Asks a language model; undefined if none is configured. */
  ask: Voice | undefined;
};

const hooksPerBatch = 2_000;

/** In a thread of its own (runtime/relabel-worker.ts): a million hooks are guessed in a minute, and are staged in the database. */
export async function relabelHooks(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  input: RelabelInput,
  deps: RelabelDeps,
): Promise<RelabelReport> {
  const { dry_run: isDryRun = false, method, sample, source, where = {} } = input;
  const filter: RelabelFilter = { ...toHookFilter({ source, ...where }), state: where.state ?? 'published' };
  if (method === 'llm') await assertAskable(db, filter, sample, deps);
  const client = await pool.connect();
  const connection = databaseOn(client);
  try {
    await createStaging(connection);
    const guessed = await guessAndStage(connection, filter, input, deps);
    const report = await connection.transaction().execute(async (trx) => {
      const skipped = isDryRun ? await dropStale(trx) : await lock(trx);
      const summary = await summarize(trx, { ...guessed, skipped });
      const details = { source: source ?? where.source ?? null, state: filter.state, method: method ?? null };
      const { editId } = isDryRun ? { editId: null } : await applyLocked(trx, { ...deps, details });
      return { ...summary, dry_run: isDryRun, edit_id: editId, catalog_version: await catalogVersion(trx) };
    });
    const { answered, tokens } = guessed;
    return { ...report, llm: method === 'llm' ? await costOf(db, filter, { ...report, answered, tokens }) : null };
  } finally {
    await dropStaging(connection).catch(() => {});
    client.release();
  }
}

async function assertAskable(
  db: Db,
  filter: RelabelFilter,
  sample: number | undefined,
  { ask }: RelabelDeps,
): Promise<void> {
  if (!ask) fail('conflict', 'No language model is configured. Set HOOKLINE_LLM_URL and HOOKLINE_LLM_MODEL.');
  const asked = sample ?? (await countRelabelable(db, filter));
  if (asked > maxAsked)
    fail(
      'invalid_body',
      `${asked} hooks are more than the ${maxAsked} that one run asks a language model about. Send a smaller \`sample\`, or narrow \`where\`.`,
    );
}

type Guessed = { hooks: number; uncertain: number; answered: number; tokens: number };

async function guessAndStage(
  connection: Db,
  filter: RelabelFilter,
  { sample, method }: RelabelInput,
  { floor, ask }: RelabelDeps,
): Promise<Guessed> {
  const labeller = await loadLabeller(connection);
  const ids = sample === undefined ? undefined : await selectSample(connection, filter, sample);
  const total: Guessed = { hooks: 0, uncertain: 0, answered: 0, tokens: 0 };
  let after = 0;
  for (;;) {
    const hooks = await selectRelabelable(connection, filter, { ids, after, limit: hooksPerBatch });
    let guesses = hooks.map((hook) => labeller.guess(toLabelInput(hook)));
    if (method === 'llm' && ask && hooks.length > 0) {
      const answer = await ask(hooks, guesses);
      guesses = answer.guesses;
      total.answered += answer.answered;
      total.tokens += answer.tokens;
    }
    const results = hooks.flatMap((hook, at) => {
      const found = guesses[at];
      return found ? relabelHook(hook, found, floor) : [];
    });
    await stageChanges(
      connection,
      results.flatMap(({ change }) => change ?? []),
    );
    total.hooks += hooks.length;
    total.uncertain += results.filter(({ isUncertain }) => isUncertain).length;
    if (hooks.length < hooksPerBatch) return total;
    after = hooks.at(-1)?.id ?? after;
  }
}

async function lock(trx: Trx): Promise<number> {
  await lockCatalog(trx);
  return lockStaged(trx);
}

type Summary = Omit<RelabelReport, 'dry_run' | 'edit_id' | 'catalog_version' | 'llm'>;

async function summarize(
  trx: Trx,
  { hooks, uncertain, skipped }: Pick<Guessed, 'hooks' | 'uncertain'> & { skipped: number },
): Promise<Summary> {
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

async function costOf(
  db: Db,
  filter: RelabelFilter,
  { hooks: asked, answered, tokens }: Pick<Guessed, 'hooks' | 'answered' | 'tokens'>,
): Promise<RelabelReport['llm']> {
  const matching = await countRelabelable(db, filter);
  return {
    asked,
    answered,
    tokens,
    matching,
    tokens_for_all: tokens === 0 ? null : Math.round((tokens / asked) * matching),
  };
}

// Applies an edit in the transaction of its action: checks each hook, changes all that can be changed as one version, announces those
// that are new to clients, and records what its undo needs.
import type { Actor } from '../../audit/actor.ts';
import type { Limits } from '../../config/limits.ts';
import type { Trx } from '../../db/database.ts';
import type { HookState } from '../../db/tables.ts';
import { type GuessedLabel, guessedLabels } from '../../labels/label.ts';
import { newId } from '../../lib/ids.ts';
import { lockCatalog, nextVersion } from '../store.ts';
import { requireLanguage } from '../values/languages.ts';
import { requirePlatform } from '../values/platforms.ts';
import { type Edit, type EditedValues, findObstacle, isUnseen, type Obstacle } from './edit.ts';
import { columnsOfText, requireFreeText } from './edit-text.ts';
import { insertDecisions } from './store-decisions.ts';
import { changeHooks, insertEdit, keepFormerTexts, type LockedHook, lockHooks } from './store-edits.ts';

/** Announces hooks that are new to clients, in the transaction that publishes them. Resolves to the id of the event, if there is one. */
type Announce = (trx: Trx, hookIds: readonly number[], now: Date) => Promise<string | undefined>;
export type EditDeps = {
  announce: Announce;
  /** Enqueues a training of the labeller when `trx` commits, if curators decided enough since the last one. */
  requestTraining: (trx: Trx) => Promise<void>;
  limits: Pick<Limits, 'languages' | 'hooksPerEdit'>;
};

/** Hooks as they were when they were selected. */
export type Targets = readonly { id: number; state: HookState }[];
export type Changes = { values: EditedValues; state?: HookState; from?: HookState };
export type Applied = { editId: string | null; changed: number; skipped: ({ id: number } & Obstacle)[] };
export type ApplyDeps = EditDeps & { actor: Actor };

export const actionOf: Readonly<Record<HookState, Exclude<Edit['action'], 'relabelled'>>> = {
  published: 'accepted',
  rejected: 'rejected',
  pending: 'reopened',
  retired: 'retired',
};

/**
 * Locks the catalog, then the hooks. Changes that no client sees make no version, so the snapshot is not rebuilt. Publishing a hook that
 * clients never had announces it. No import changes text and labels that are set here, nor those of accepted hooks.
 */
export async function applyEdit(
  trx: Trx,
  targets: Targets,
  changes: Changes,
  { actor, announce, limits }: ApplyDeps,
): Promise<Applied> {
  const { state } = changes;
  const isSeen = (hook: { state: HookState }) => hook.state === 'published' || state === 'published';
  // A decision about one hook that no client sees waits for no publication. Several could deadlock with one, which locks in no order.
  if (targets.length > 1 || changes.values.text !== undefined || targets.some(isSeen)) await lockCatalog(trx);
  const values = await resolveValues(trx, changes.values, limits);
  const { ready, skipped } = await lockReady(trx, targets, changes);
  if (ready.length === 0) return { editId: null, changed: 0, skipped };
  const editId = newId('edit');
  const now = new Date();
  const version = ready.some(isSeen) ? await nextVersion(trx) : undefined;
  const ids = ready.map(({ id }) => id);
  if (values.text !== undefined) {
    for (const hook of ready) await requireFreeText(trx, hook, values.text);
    await keepFormerTexts(trx, ids);
  }
  const decided = decidedLabels(values, state);
  if (decided.length > 0) await insertDecisions(trx, { editId, ids }, decided, values);
  await changeHooks(trx, { editId, ids, version }, { ...toHookChanges(values, state), decided, now });
  // One that was retired while it waited is new too.
  const isNew = (hook: LockedHook) => isUnseen(hook.state) || hook.added_version === null;
  const added = ready.flatMap((hook) => (state === 'published' && isNew(hook) ? hook.id : []));
  await insertEdit(trx, {
    id: editId,
    action: state === undefined ? 'edited' : actionOf[state],
    labels: JSON.stringify(labelsOf(values)),
    hooks: ready.length,
    event_id: added.length > 0 ? await announce(trx, added, now) : undefined,
    actor_kind: actor.kind,
    operator_email: actor.operatorEmail,
  });
  return { editId, changed: ready.length, skipped };
}

/** The hooks that can be changed, locked, and why the others cannot. */
async function lockReady(trx: Trx, targets: Targets, { values, state, from }: Changes) {
  const before = new Map(targets.map((target) => [target.id, target.state]));
  const skipped: Applied['skipped'] = [];
  const ready: LockedHook[] = [];
  for (const hook of await lockHooks(trx, [...before.keys()])) {
    const obstacle = findObstacle(hook, { values, state, from: from ?? before.get(hook.id) });
    if (obstacle) skipped.push({ id: hook.id, ...obstacle });
    else ready.push(hook);
  }
  return { ready, skipped };
}

/** Who accepts a hook confirms its labels; who sets one to the value that it has confirms that one. */
function decidedLabels(values: EditedValues, state: HookState | undefined): readonly GuessedLabel[] {
  return state === 'published' ? guessedLabels : guessedLabels.filter((label) => values[label] !== undefined);
}

/** Without what quotes the hook. */
export function labelsOf({
  text: _text,
  template: _template,
  ...labels
}: EditedValues): Partial<Record<string, string>> {
  return labels;
}

async function resolveValues(trx: Trx, values: EditedValues, limits: EditDeps['limits']): Promise<EditedValues> {
  const { platform, language } = values;
  if (language !== undefined) await requireLanguage(trx, language, limits.languages);
  return platform === undefined ? values : { ...values, platform: await requirePlatform(trx, platform) };
}

function toHookChanges({ text, ...values }: EditedValues, state: HookState | undefined) {
  const isLabelled = Object.keys(values).length > 0 || state === 'published';
  return {
    values: {
      ...(text === undefined ? {} : columnsOfText(text)),
      ...values,
      ...(isLabelled ? { label_method: 'curator' as const, label_confidence: 1 } : {}),
    },
    isCurated: isLabelled || text !== undefined,
    state,
  };
}

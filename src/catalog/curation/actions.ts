// Edits of hooks by curators: labels, text, decisions on pending hooks, and undo.
import type { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import { differences } from '../../audit/audit.ts';
import type { Limits } from '../../config/limits.ts';
import type { Trx } from '../../db/database.ts';
import type { HookState } from '../../db/tables.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type Guess, type GuessedLabel, guessedLabels, type LabelGuess, roundConfidence } from '../../labels/label.ts';
import type { Labeller } from '../../labels/labeller.ts';
import { fail } from '../../lib/errors.ts';
import { newId, parseHookId } from '../../lib/ids.ts';
import { toLabelInput } from '../labelling/live-labeller.ts';
import { requestRelearning } from '../labelling/training/actions.ts';
import { catalogVersion, lockCatalog, nextVersion } from '../store.ts';
import { findTextBlock } from '../takedowns/store.ts';
import { requireLanguage, requirePlatform } from '../values/values.ts';
import {
  columnsOfText,
  type Edit,
  type EditedValues,
  type EditResult,
  type editHookInput,
  findObstacle,
  type HooksEdit,
  isUnseen,
  type Obstacle,
  requireFreeText,
  toHookFilter,
  type UndoneEdit,
  undoableMs,
} from './edit.ts';
import type { OperatorHook, ReviewedHook, ReviewedLabel } from './operator-hook.ts';
import { countHooks, deleteDecisions, type HookFilter, insertDecisions, selectHook, selectMatching } from './store.ts';
import {
  changeHooks,
  type EditedHook,
  type EditRow,
  findTextTwin,
  insertEdit,
  keepFormerTexts,
  type LockedHook,
  lockEdit,
  lockEditedHooks,
  lockHooks,
  markUndone,
  restoreHooks,
  selectStates,
} from './store-edits.ts';

const audited = [
  'text',
  'archetype',
  'emotional_trigger',
  'niche',
  'format',
  'platform',
  'language',
  'template',
  'state',
] as const;

/** Changes text, labels or state of one hook. A rejected hook can be reopened, a published one only retired. */
export async function editHook(
  ctx: EditContext,
  { id, state, from, ...values }: z.infer<typeof editHookInput> & { id: string },
): Promise<OperatorHook> {
  const number = parseHookId(id);
  const editOne = async (trx: Trx, audit: Audit) => {
    const targets = await selectStates(trx, [number]);
    const { skipped } = await edit({ ...ctx, db: trx, audit }, targets, { values, state, from });
    for (const { reason, fix } of skipped) if (fix) fail('conflict', `${id} is ${reason}. ${fix}`);
    return (await selectHook(trx, number)) ?? fail('not_found', `${id} does not exist.`);
  };
  return commit(ctx, editOne, 'catalog');
}

/** Changes labels or state of several hooks as one catalog version. Hooks that cannot be changed are skipped and reported. */
export async function editHooks(
  ctx: EditContext,
  { ids, filter = {}, set: values = {}, state, from }: HooksEdit,
): Promise<EditResult> {
  const { hooksPerEdit: max } = ctx.limits;
  const editAll = async (trx: Trx, audit: Audit) => {
    const targets = ids ? await findNamed(trx, ids, max) : await findMatching(trx, toHookFilter(filter), max);
    const { editId, changed, skipped } = await edit({ ...ctx, db: trx, audit }, targets, { values, state, from });
    const known = new Set(targets.map(({ id }) => `hook_${id}`));
    const unknown = ids?.filter((id) => !known.has(id)) ?? [];
    return {
      edit_id: editId,
      changed,
      skipped: [
        ...skipped.map(({ id, reason }) => ({ id: `hook_${id}`, reason })),
        ...unknown.map((id) => ({ id, reason: 'unknown' })),
      ],
      catalog_version: await catalogVersion(trx),
    };
  };
  return commit(ctx, editAll, 'catalog');
}

async function findNamed(trx: Trx, ids: readonly string[], max: number): Promise<Targets> {
  if (ids.length > max) failTooMany(`${ids.length} ids are`, max);
  return selectStates(trx, ids.map(parseHookId));
}

async function findMatching(trx: Trx, filter: HookFilter, max: number): Promise<Targets> {
  const targets = await selectMatching(trx, filter, max + 1);
  if (targets.length > max) failTooMany(`The filter matches ${await countHooks(trx, filter)} hooks,`, max);
  return targets;
}

function failTooMany(what: string, max: number): never {
  const detail = `${what} more than the ${max} that one edit may change (HOOKLINE_LIMIT_HOOKS_PER_EDIT). Edit them in parts.`;
  return fail('invalid_body', detail);
}

/** The audit record of one hook has its values before and after; the record of several hooks has the values set. */
async function edit(deps: ApplyDeps, targets: Targets, changes: Changes): Promise<Applied> {
  const { db: trx, audit } = deps;
  const number = targets.length === 1 ? targets[0]?.id : undefined;
  const before = number === undefined ? undefined : await selectHook(trx, number);
  const applied = await applyEdit(deps, targets, changes);
  if (applied.editId === null) return applied;
  const after = number === undefined ? undefined : await selectHook(trx, number);
  const { state, values } = changes;
  const action = state === undefined || state === before?.state ? 'hook.edited' : (`hook.${actionOf[state]}` as const);
  if (before && after) await audit({ action, subject: before.id, details: differences(before, after, audited) });
  else await audit({ action, subject: applied.editId, details: { hooks: applied.changed, ...labelsOf(values) } });
  await deps.requestTraining(trx);
  return applied;
}

// Applies an edit in the caller's transaction: checks each hook, changes all that can be changed as one version, announces hooks that are
// new to clients, and records what an undo needs.

/** Announces hooks that are new to clients, in the transaction that publishes them. Resolves to the id of the event, if one was created. */
type Announce = (trx: Trx, hookIds: readonly number[], now: Date) => Promise<string | undefined>;
export type EditDeps = {
  announce: Announce;
  /** Enqueues a training of the labeller when `trx` commits, if there are enough new decisions since the last one. */
  requestTraining: (trx: Trx) => Promise<void>;
  limits: Pick<Limits, 'languages' | 'hooksPerEdit'>;
};

/** States at the time of the selection. */
type Targets = readonly { id: number; state: HookState }[];
type Changes = { values: EditedValues; state?: HookState; from?: HookState };
type Applied = { editId: string | null; changed: number; skipped: ({ id: number } & Obstacle)[] };
type EditContext = Context & EditDeps;
type ApplyDeps = EditContext & { db: Trx; audit: Audit };

const actionOf: Readonly<Record<HookState, Exclude<Edit['action'], 'relabelled'>>> = {
  published: 'accepted',
  rejected: 'rejected',
  pending: 'reopened',
  retired: 'retired',
};

/**
 * Locks the catalog, then the hooks. Changes that are invisible to clients create no version, so the snapshot is not rebuilt. Hooks that
 * are new to clients are announced. Imports do not overwrite text and labels that are set here, nor those of accepted hooks.
 */
async function applyEdit(
  { db: trx, actor, announce, limits }: ApplyDeps,
  targets: Targets,
  changes: Changes,
): Promise<Applied> {
  const { state } = changes;
  const isSeen = (hook: { state: HookState }) => hook.state === 'published' || state === 'published';
  // A decision on one hook that is invisible to clients need not wait for a publication. Several hooks could deadlock with a publication,
  // which locks rows in no order.
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
  const decided = decidedLabels(values, state, targets.length);
  if (decided.length > 0) await insertDecisions(trx, { editId, ids }, decided, values);
  await changeHooks(trx, { editId, ids, version }, { ...toHookChanges(values, state, decided), decided, now });
  // A hook that was retired while it was pending is new too.
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

/** Locks the hooks that can be changed, and returns them with the reasons why others are skipped. */
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

/**
 * Accepting a hook confirms its labels, and setting a label to its current value confirms that label. Accepting several hooks at once
 * confirms none, since the curator has not reviewed every label.
 */
function decidedLabels(values: EditedValues, state: HookState | undefined, hooks: number): readonly GuessedLabel[] {
  if (state === 'published' && hooks === 1) return guessedLabels;
  return guessedLabels.filter((label) => values[label] !== undefined);
}

/** Omits text and template, which quote the hook. */
function labelsOf({ text: _text, template: _template, ...labels }: EditedValues): Partial<Record<string, string>> {
  return labels;
}

async function resolveValues(trx: Trx, values: EditedValues, limits: EditDeps['limits']): Promise<EditedValues> {
  const { platform, language } = values;
  if (language !== undefined) await requireLanguage(trx, language, limits.languages);
  return platform === undefined ? values : { ...values, platform: await requirePlatform(trx, platform) };
}

function toHookChanges(
  { text, ...values }: EditedValues,
  state: HookState | undefined,
  decided: readonly GuessedLabel[],
) {
  const isLabelled = Object.keys(values).length > 0 || decided.length > 0;
  return {
    values: {
      ...(text === undefined ? {} : columnsOfText(text)),
      ...values,
      ...(isLabelled ? { label_method: 'curator' as const, label_confidence: 1 } : {}),
    },
    isCurated: isLabelled || text !== undefined || state === 'published',
    state,
  };
}

// Undo of edits: restores hooks that have not changed since, as one catalog version.

/** Skips the unsent deliveries of an event whose hooks are no longer published. Resolves to the number of sent deliveries. */
type SettleDeliveries = (trx: Trx, eventId: string, now: Date) => Promise<number>;

/** Undoing an acceptance makes hooks pending again; clients see them as retired until they are accepted once more. */
export async function undoEdit(
  ctx: Context & { settleDeliveries: SettleDeliveries; jobs: Pick<Jobs, 'send'> },
  { id }: { id: string },
): Promise<UndoneEdit> {
  const undo = async (trx: Trx, audit: Audit) => {
    const now = new Date();
    await lockCatalog(trx);
    const edit = requireUndoable(await lockEdit(trx, id), id, now);
    const skipped: UndoneEdit['skipped'] = [];
    const ready: EditedHook[] = [];
    for (const hook of await lockEditedHooks(trx, id)) {
      const reason = await findChange(trx, hook);
      if (reason) skipped.push({ id: `hook_${hook.id}`, reason });
      else ready.push(hook);
    }
    const isSeen = ready.some(({ state, former_state }) => state === 'published' || former_state === 'published');
    const version = isSeen ? await nextVersion(trx) : undefined;
    const ids = ready.map((hook) => hook.id);
    await restoreHooks(trx, { editId: id, ids, version });
    const decision = await deleteDecisions(trx, { editId: id, ids });
    if (decision !== undefined) await requestRelearning(trx, ctx, decision);
    await markUndone(trx, id);
    const delivered = edit.event_id === null ? 0 : await ctx.settleDeliveries(trx, edit.event_id, now);
    const details = { restored: ready.length, skipped: skipped.length, delivered };
    await audit({ action: 'edit.undone', subject: id, details });
    return { edit_id: id, restored: ready.length, skipped, delivered, catalog_version: await catalogVersion(trx) };
  };
  return commit(ctx, undo, 'catalog');
}

function requireUndoable(edit: EditRow | undefined, id: string, now: Date): EditRow {
  if (!edit) fail('not_found', `There is no edit ${id.slice(0, 40)}. GET /operator/edits lists them.`);
  if (edit.undone_at !== null) fail('conflict', `${id} was undone on ${edit.undone_at.toISOString()}.`);
  if (edit.created_at.getTime() + undoableMs < now.getTime())
    fail('conflict', `${id} can no longer be undone: former values are kept for 30 days. Edit the hooks again.`);
  return edit;
}

/** Returns why a hook cannot be restored, to follow "is". */
async function findChange(trx: Trx, hook: EditedHook): Promise<string | undefined> {
  if (hook.retired_by === 'takedown') return 'taken down';
  if (!hook.is_untouched) return 'changed since';
  const { former_text_key: key } = hook;
  if (key === null) return undefined;
  if ((await findTextBlock(trx, [key])) !== undefined) return 'of a text that was blocked since';
  const twin = hook.is_known_by_text ? await findTextTwin(trx, hook.id, key) : undefined;
  return twin === undefined ? undefined : `of a text that hook_${twin} has now`;
}

// Review of pending hooks: the reason, the confidence of each label, and alternatives.

const maxAlternatives = 5;

/** Guesses again with the current labeller. Of the record's hints, only the hashtags in its text are stored. */
export function withReview(hook: OperatorHook, labeller: Labeller): Omit<ReviewedHook, 'holders' | 'near_duplicates'> {
  if (hook.state !== 'pending') return { ...hook, review: null };
  const found = labeller.guess(toLabelInput(hook));
  return {
    ...hook,
    review: {
      reason: hook.review_reason ?? 'low_confidence',
      archetype: review(hook.archetype, found.archetype),
      emotional_trigger: review(hook.emotional_trigger, found.emotional_trigger),
      niche: review(hook.niche, found.niche),
      format: review(hook.format, found.format),
    },
  };
}

function review(value: string | null, guess: LabelGuess): ReviewedLabel {
  return {
    value,
    confidence: value === guess.value ? roundConfidence(guess.confidence) : null,
    alternatives: [guess, ...guess.alternatives]
      .filter((other: Guess) => other.value !== value && other.value !== 'other')
      .slice(0, maxAlternatives)
      .map((other) => ({ value: other.value, confidence: roundConfidence(other.confidence) })),
  };
}

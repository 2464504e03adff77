// Edit: what curators change of hooks, of which hooks, and what came of it.
import { z } from 'zod';
import { actorKinds } from '../../audit/actor.ts';
import { reviewReasons } from '../../db/tables/review-reasons.ts';
import type { HookState } from '../../db/tables.ts';
import { cleanText, hasContent } from '../../lib/clean-text.ts';
import { canonicalLanguage } from '../../taxonomy/language.ts';
import { maxTextLength } from '../hook.ts';
import { hookFilterInput } from './hook-filter.ts';
import { hookStates, labelInput } from './operator-hook.ts';

/** How long an edit can be undone. */
export const undoableMs = 30 * 24 * 3_600_000;

const valuesInput = z
  .strictObject({
    archetype: labelInput('archetype'),
    emotional_trigger: labelInput('emotional_trigger'),
    niche: labelInput('niche'),
    format: labelInput('format'),
    platform: z.string().trim().min(1).max(40),
    language: z.string().transform((text, context) => {
      const language = canonicalLanguage(text);
      if (language === undefined) context.addIssue('`language` must be a BCP 47 tag such as en or pt-BR.');
      return language ?? '';
    }),
    template: z.string().max(maxTextLength),
    text: z
      .string()
      .transform((text) => cleanText(text))
      .refine((text) => hasContent(text) && [...text].length <= maxTextLength, {
        error: `\`text\` must have 1 to ${maxTextLength} characters, with a letter, a digit or an emoji among them.`,
      })
      .meta({ description: 'Template and word count follow from it. `raw_text` keeps what the source wrote' }),
  })
  .partial();
export type EditedValues = z.infer<typeof valuesInput>;

const decision = {
  state: z.enum(hookStates).optional(),
  from: z.enum(hookStates).optional().meta({
    description: 'The state that the decision is based on. Concurrent decisions then do not override each other',
  }),
};

/** An edit of one hook. */
export const editHookInput = valuesInput.extend(decision);

/** As JSON, one reason needs no list. */
const filterInput = hookFilterInput.extend({
  reason: z.union([hookFilterInput.shape.reason, z.enum(reviewReasons).transform((reason) => [reason])]),
});

/** An edit of several hooks. */
export const editHooksInput = z
  .strictObject({
    ids: z
      .array(z.string().regex(/^hook_[1-9]\d{0,14}$/, 'A hook id is hook_ and digits.'))
      .min(1)
      .optional(),
    filter: filterInput.optional().meta({ description: 'In place of `ids`: the filters of GET /operator/hooks' }),
    set: valuesInput.optional().meta({ description: '`text` and `template` of a single id only' }),
    ...decision,
  })
  .superRefine(({ ids, filter, set = {}, state }, context) => {
    const addIssue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((ids === undefined) === (filter === undefined)) addIssue('ids', 'Send either `ids` or `filter`.');
    if (filter && Object.keys(filter).length === 0) addIssue('filter', 'Name at least one filter.');
    if (Object.keys(set).length === 0 && state === undefined) addIssue('set', 'Send `set`, `state` or both.');
    if ((set.text !== undefined || set.template !== undefined) && ids?.length !== 1)
      addIssue('set', '`text` and `template` can be set for a single id only.');
  });
export type HooksEdit = z.infer<typeof editHooksInput>;

export type Obstacle = {
  /** Follows "hook_17 is". */
  reason: string;
  /** What to do; absent if the hook is as the edit wants it. */
  fix?: string;
};

type Judged = { state: HookState; retired_by: string | null; merged_into: number | null };

/** Why a hook cannot be edited: it is gone, it is not in the state `from` any more, or `state` does not follow from it. */
export function findObstacle(
  hook: Judged,
  { values, state, from = hook.state }: { values: EditedValues; state?: HookState; from?: HookState },
): Obstacle | undefined {
  if (hook.retired_by === 'takedown') return { reason: 'taken down', fix: 'Its content is gone and cannot return.' };
  if (hook.merged_into !== null) return { reason: `merged into hook_${hook.merged_into}`, fix: 'Edit that one.' };
  if (hook.state === state && Object.keys(values).length === 0) return { reason: `already ${state}` };
  if (hook.state !== from)
    return { reason: `now ${hook.state}, no longer ${from}`, fix: 'Reload it and decide again.' };
  if (state === 'rejected' && hook.state !== 'pending')
    return { reason: `${hook.state}; only a pending hook can be rejected`, fix: 'Retire it instead.' };
  if (state === 'pending' && !isUnseen(hook.state))
    return { reason: `${hook.state} and clients may have it`, fix: 'Only a rejected hook can be reopened.' };
  return undefined;
}

/** Clients do not have it. */
export function isUnseen(state: HookState): boolean {
  return state === 'pending' || state === 'rejected';
}

const skippedSchema = z.array(z.object({ id: z.string(), reason: z.string() }));

export const editResultSchema = z
  .object({
    edit_id: z.string().nullable().meta({ description: 'For its undo; null if no hook was changed' }),
    changed: z.number().int().meta({ description: 'Hooks that it changed' }),
    skipped: skippedSchema.meta({ description: 'Hooks that it left as they were, and why' }),
    catalog_version: z.number().int(),
  })
  .meta({ id: 'EditResult', description: 'What an edit of several hooks changed' });
export type EditResult = z.infer<typeof editResultSchema>;

export const undoneEditSchema = z
  .object({
    edit_id: z.string(),
    restored: z.number().int().meta({ description: 'Hooks that are as they were before the edit' }),
    skipped: skippedSchema.meta({ description: 'Hooks that were changed since, and stay as they are' }),
    delivered: z.number().int().meta({ description: 'Webhook deliveries that carried its hooks. They are not undone' }),
    catalog_version: z.number().int(),
  })
  .meta({ id: 'UndoneEdit', description: 'What the undo of an edit restored' });
export type UndoneEdit = z.infer<typeof undoneEditSchema>;

const editActions = ['edited', 'accepted', 'rejected', 'reopened', 'retired', 'relabelled'] as const;

const editSchema = z
  .object({
    id: z.string(),
    action: z.enum(editActions),
    set: z.record(z.string(), z.string()).meta({ description: 'Labels that it set' }),
    hooks: z.number().int().meta({ description: 'Hooks that it changed' }),
    actor: z.enum(actorKinds),
    operator_email: z.string().nullable(),
    created_at: z.iso.datetime(),
    undone_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Edit', description: 'An edit of hooks by a curator' });
export type Edit = z.infer<typeof editSchema>;

export const editPageSchema = z
  .object({ edits: z.array(editSchema), next: z.string().nullable() })
  .meta({ id: 'EditPage', description: 'A page of edits, newest first' });
export type EditPage = z.infer<typeof editPageSchema>;

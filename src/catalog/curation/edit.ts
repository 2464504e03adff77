// Edit: schemas of the changes, the selected hooks and the result.

import { z } from 'zod';
import { actorKinds } from '../../audit/actor.ts';
import type { Trx } from '../../db/database.ts';
import { hookColumns } from '../../db/hook-columns.ts';
import { reviewReasons } from '../../db/tables/review-reasons.ts';
import type { HookState } from '../../db/tables.ts';
import { slotTemplate } from '../../labels/templates/slots.ts';
import { fail } from '../../lib/errors.ts';
import { parseHookId } from '../../lib/ids.ts';
import { cleanText, hasContent, textKey } from '../../lib/text.ts';
import { canonicalLanguage } from '../../taxonomy/taxonomy.ts';
import { maxTextLength } from '../record.ts';
import { splitWords } from '../snapshot/vocabulary.ts';
import { findTextBlock } from '../takedowns/store.ts';
import { hookStates, labelInput } from './operator-hook.ts';
import type { HookFilter } from './store.ts';
import { findTextTwin, type LockedHook } from './store-edits.ts';

// Texts of curators: derived columns, and which texts a hook cannot have.

export function columnsOfText(text: string) {
  return { text, text_key: textKey(text), word_count: splitWords(text).length, template: slotTemplate(text) };
}

/**
 * Fails for a text that a takedown blocks, and for one that would give two hooks the same identity. The caller must have locked the
 * catalog.
 */
export async function requireFreeText(trx: Trx, hook: LockedHook, text: string): Promise<void> {
  const key = textKey(text);
  // Imports also compare the text without hashtags and mentions.
  const takedown = await findTextBlock(trx, [key, textKey(cleanText(text, { stripTags: true }))]);
  if (takedown !== undefined)
    fail('conflict', `This text is blocked by takedown ${takedown}. Enter another one, or lift the takedown's block.`);
  if (hook.video_key !== null || hook.source_id !== null) return;
  const twin = await findTextTwin(trx, hook.id, key);
  if (twin !== undefined)
    fail(
      'conflict',
      `hook_${twin} has the same text, and nothing else distinguishes the two. Merge hook_${hook.id} and hook_${twin} instead.`,
    );
}

// Filters of hooks in any state, for queries of lists and JSON bodies of edits.

/** Accepts a JSON number or a query parameter. */
const confidence = (name: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^[01](\.\d{1,6})?$/)
          .transform(Number),
      ],
      {
        error: `\`${name}\` must be a number from 0 to 1.`,
      },
    )
    .refine((value) => value >= 0 && value <= 1, { error: `\`${name}\` must be a number from 0 to 1.` })
    .meta({ type: 'number', minimum: 0, maximum: 1 });

export const hookFilterInput = z
  .strictObject({
    state: z.enum(hookStates, { error: '`state` must be published, pending, retired or rejected.' }),
    text: z.string().max(200),
    id: z.string(),
    source: z.string(),
    source_url: z.string().max(2048),
    import: z.string(),
    reason: z
      .array(z.enum(reviewReasons, { error: `\`reason\` must be one of ${reviewReasons.join(', ')}.` }))
      .min(1, '`reason` must name at least one.')
      .meta({ description: 'Reasons for the review: any of these' }),
    archetype: labelInput('archetype'),
    emotional_trigger: labelInput('emotional_trigger'),
    niche: labelInput('niche'),
    format: labelInput('format'),
    platform: z.string(),
    language: z.string().meta({ description: '`en` also finds en-US; `und` finds hooks without a language' }),
    creator: z.string().max(200).meta({ description: 'Name, with or without @' }),
    text_group: z.string().max(16).meta({ description: 'Hooks with the same words' }),
    method: z.enum(hookColumns.label_method.values, { error: '`method` must be given, rules or curator.' }),
    min_confidence: confidence('min_confidence'),
    max_confidence: confidence('max_confidence'),
    claims: z.enum(['waiting'], { error: '`claims` must be waiting.' }),
    duplicates: z
      .enum(['near'], { error: '`duplicates` must be near.' })
      .meta({ description: 'Hooks that have near duplicates' }),
  })
  .partial();
type HookFilterInput = z.infer<typeof hookFilterInput>;

export function toHookFilter({
  id,
  method,
  import: import_id,
  creator,
  language,
  ...rest
}: HookFilterInput): HookFilter {
  return {
    ...rest,
    import_id,
    label_method: method,
    creator: creator?.replace(/^@+/, ''),
    language: language && (canonicalLanguage(language) ?? language),
    id: id === undefined ? undefined : parseHookId(id),
  };
}

/** Time within which an edit can be undone. */
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
      .meta({ description: 'Template and word count are derived from it. `raw_text` keeps the text of the source' }),
  })
  .partial();
export type EditedValues = z.infer<typeof valuesInput>;

const decision = {
  state: z.enum(hookStates).optional(),
  from: z.enum(hookStates).optional().meta({
    description: 'The state that the decision is based on. Concurrent decisions then do not override each other',
  }),
};

export const editHookInput = valuesInput.extend(decision);

/** In JSON, a single reason may be sent without a list. */
const filterInput = hookFilterInput.extend({
  reason: z.union([hookFilterInput.shape.reason, z.enum(reviewReasons).transform((reason) => [reason])]),
});

export const editHooksInput = z
  .strictObject({
    ids: z
      .array(z.string().regex(/^hook_[1-9]\d{0,14}$/, 'A hook id is hook_ and digits.'))
      .min(1)
      .optional(),
    filter: filterInput.optional().meta({ description: 'Filters of GET /operator/hooks, instead of `ids`' }),
    set: valuesInput.optional().meta({ description: '`text` and `template` for a single id only' }),
    ...decision,
  })
  .superRefine(({ ids, filter, set = {}, state }, context) => {
    const addIssue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((ids === undefined) === (filter === undefined)) addIssue('ids', 'Send either `ids` or `filter`.');
    if (filter && Object.keys(filter).length === 0) addIssue('filter', 'Send at least one filter.');
    if (Object.keys(set).length === 0 && state === undefined) addIssue('set', 'Send `set`, `state` or both.');
    if ((set.text !== undefined || set.template !== undefined) && ids?.length !== 1)
      addIssue('set', '`text` and `template` can be set for a single id only.');
  });
export type HooksEdit = z.infer<typeof editHooksInput>;

export type Obstacle = {
  /** Completes the sentence "hook_17 is …". */
  reason: string;
  /** Next step for the curator; absent if the hook already has the requested state. */
  fix?: string;
};

type Judged = { state: HookState; retired_by: string | null; merged_into: number | null };

/**
 * Returns why a hook cannot be edited: it is taken down or merged, it is no longer in the state `from`, or its state cannot change to
 * `state`.
 */
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

/** Returns whether clients have not received the hook. */
export function isUnseen(state: HookState): boolean {
  return state === 'pending' || state === 'rejected';
}

const skippedSchema = z.array(z.object({ id: z.string(), reason: z.string() }));

export const editResultSchema = z
  .object({
    edit_id: z.string().nullable().meta({ description: 'Id to undo the edit; null if no hook was changed' }),
    changed: z.number().int().meta({ description: 'Number of changed hooks' }),
    skipped: skippedSchema.meta({ description: 'Unchanged hooks, and why' }),
    catalog_version: z.number().int(),
  })
  .meta({ id: 'EditResult', description: 'What an edit of several hooks changed' });
export type EditResult = z.infer<typeof editResultSchema>;

export const undoneEditSchema = z
  .object({
    edit_id: z.string(),
    restored: z.number().int().meta({ description: 'Number of hooks restored to their state before the edit' }),
    skipped: skippedSchema.meta({ description: 'Hooks that were changed since and are not restored' }),
    delivered: z.number().int().meta({ description: 'Webhook deliveries with its hooks. They are not undone' }),
    catalog_version: z.number().int(),
  })
  .meta({ id: 'UndoneEdit', description: 'What the undo of an edit restored' });
export type UndoneEdit = z.infer<typeof undoneEditSchema>;

const editActions = ['edited', 'accepted', 'rejected', 'reopened', 'retired', 'relabelled'] as const;

const editSchema = z
  .object({
    id: z.string(),
    action: z.enum(editActions),
    set: z.record(z.string(), z.string()).meta({ description: 'Labels that were set' }),
    hooks: z.number().int().meta({ description: 'Number of changed hooks' }),
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

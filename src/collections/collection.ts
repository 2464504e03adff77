// A collection and its hooks as clients request and see them. Field order is part of the contract.
import { z } from 'zod';
import type { Catalog } from '../catalog/live-catalog.ts';
import { fullHookSchema } from '../catalog/record.ts';
import {
  type Collections,
  collectionIds,
  filterText,
  type ResolvedFilters,
  resolveCollections,
} from '../catalog/search/filter.ts';
import type { FilterInput } from '../catalog/search/filter-fields.ts';
import { type FilterLimits, readFilters } from '../catalog/search/filter-input.ts';
import type { Db } from '../db/database.ts';
import { loadCollections } from './store.ts';

const maxNameLength = 100;
const maxDescriptionLength = 500;
const maxNoteLength = 500;
export const maxTags = 10;
const maxTagLength = 40;
/** Hooks that one request saves or removes. */
export const maxHooksPerRequest = 100;

/** Allows one line only, without NUL, which PostgreSQL does not store. */
const line = (text: string) => !/\p{Cc}/u.test(text) && text.isWellFormed();
const lines = (text: string) => !/[^\P{Cc}\n]/u.test(text) && text.isWellFormed();

const nameError = `\`name\` must have 1 to ${maxNameLength} characters, on one line.`;
const name = z
  .string({ error: nameError })
  .trim()
  .min(1, nameError)
  .max(maxNameLength, nameError)
  .refine(line, { error: nameError })
  .meta({ description: 'Unique in the account', example: 'Openers for the spring campaign' });

function longText(field: string, max: number) {
  const error = `\`${field}\` must be a text of at most ${max} characters, or null.`;
  return z
    .string({ error })
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .refine((text) => text.length <= max && lines(text), { error })
    .nullable();
}
const description = longText('description', maxDescriptionLength);
const note = longText('note', maxNoteLength).meta({ description: 'null or an empty text removes it' });

const tagError = `Each of \`tags\` must have 1 to ${maxTagLength} characters, on one line.`;
const tagsError = `\`tags\` must be a list of at most ${maxTags} different texts.`;
const tags = z
  .array(z.string().trim().min(1, tagError).max(maxTagLength, tagError).refine(line, { error: tagError }), {
    error: tagsError,
  })
  .max(maxTags, tagsError)
  .transform((given) => [...new Set(given)]);

export const createCollectionInput = z.strictObject({ name, description: description.optional() });
export type CreateCollectionInput = z.infer<typeof createCollectionInput>;

const indexable = z.boolean({ error: '`indexable` must be true or false.' }).optional();
const indexableText = 'Whether search engines may list the share page';

export const updateCollectionInput = z.strictObject({
  ...createCollectionInput.partial().shape,
  indexable: indexable.meta({ description: `${indexableText}. Only while it is shared` }),
});
export type UpdateCollectionInput = z.infer<typeof updateCollectionInput>;

export const shareInput = z.strictObject({
  indexable: indexable.meta({ description: `${indexableText}. Default false` }),
});
export type ShareInput = z.infer<typeof shareInput>;

const hookId = z
  .string()
  .regex(/^hook_[1-9]\d{0,14}$/, 'An id is hook_ and digits, such as hook_1204.')
  .meta({ example: 'hook_1204' });
const positionError = '`position` must be an integer from 1.';

export const saveHookInput = z
  .strictObject({
    note: note.optional(),
    tags: tags.optional().meta({ description: `Replaces its tags. At most ${maxTags}` }),
    before: hookId.optional().meta({ description: 'Places it before this hook of the collection' }),
    after: hookId.optional().meta({ description: 'Places it after this hook of the collection' }),
    position: z
      .int({ error: positionError })
      .min(1, positionError)
      .optional()
      .meta({ description: 'Position in the collection; the first is 1, and a number beyond the last places it last' }),
  })
  .refine((given) => [given.before, given.after, given.position].filter((place) => place !== undefined).length < 2, {
    error: 'Send one of `before`, `after` and `position`.',
  });
export type SaveHookInput = z.infer<typeof saveHookInput>;

const idsError = `\`ids\` must be a list of 1 to ${maxHooksPerRequest} ids of hooks.`;
const ids = z
  .array(hookId, { error: idsError })
  .min(1, idsError)
  .max(maxHooksPerRequest, idsError)
  .transform((given) => [...new Set(given)]);

export const saveHooksInput = z.strictObject({
  ids,
  tags: tags.optional().meta({ description: `Added to the tags of each, which has at most ${maxTags}` }),
});
export type SaveHooksInput = z.infer<typeof saveHooksInput>;
export const removeHooksInput = z.strictObject({ ids });

const moment = z.iso.datetime();

export const collectionSchema = z
  .object({
    collection_id: z.string().meta({ description: '`col_` and 16 letters or digits' }),
    name: z.string(),
    description: z.string().nullable(),
    hooks: z.int().min(0).meta({ description: 'Number of its hooks, retired ones included' }),
    share_url: z.url().nullable().meta({
      description:
        'URL of the share page, which anyone with the URL can read; null while it is not shared. Ends with /hidden after the operator key has changed: the page works, but its URL cannot be shown until it is shared again',
      example: 'https://hookline.example/c/8fK2mZ0qLx71TbRe5vNc3wYpH9',
    }),
    indexable: z.boolean().meta({ description: indexableText }),
    created_at: moment,
    updated_at: moment.meta({ description: 'Last change of the collection or its hooks' }),
  })
  .meta({ id: 'Collection', description: 'Hooks that an account saved, in its order, with notes and tags' });
export type Collection = z.infer<typeof collectionSchema>;

const place = {
  note: z.string().nullable(),
  tags: z.array(z.string()),
  position: z.int().min(1).meta({ description: 'The first is 1' }),
  added_at: moment.meta({ description: 'When it was added to the collection' }),
};

/** The hook is left out, so that this is no way to read the catalog. */
export const savedHookSchema = z
  .object({ collection_id: z.string(), hook_id: z.string(), ...place })
  .meta({ id: 'SavedHook', description: 'The place of a hook in a collection' });
export type SavedHook = z.infer<typeof savedHookSchema>;

export const collectionHookSchema = z
  .object({
    hook: z.object({ ...fullHookSchema.partial().shape, id: z.string(), text: z.string().nullable() }).meta({
      description:
        'The seven fields, or all with a plan that has full hooks. Only `id` and `text` once it is retired; `text` is null if it may no longer be shown',
    }),
    ...place,
    state: z.enum(['published', 'retired']),
    merged_into: z.string().nullable().meta({ description: 'The hook that replaced a retired one' }),
  })
  .meta({ id: 'CollectionHook', description: 'A hook of a collection, with its note and tags' });
export type CollectionHook = z.infer<typeof collectionHookSchema>;

export const savedHooksSchema = z
  .object({
    added: z.int().min(0),
    present: z.int().min(0).meta({ description: 'Hooks that were already in the collection' }),
    missing: z.array(z.string()).meta({ description: 'Ids without a published hook' }),
    hooks: z.int().min(0).meta({ description: 'Number of hooks of the collection now' }),
  })
  .meta({ id: 'SavedHooks', description: 'Outcome of saving several hooks' });
export type SavedHooks = z.infer<typeof savedHooksSchema>;

export const removedHooksSchema = z
  .object({
    removed: z.int().min(0),
    hooks: z.int().min(0).meta({ description: 'Number of hooks of the collection now' }),
  })
  .meta({ id: 'RemovedHooks', description: 'Outcome of removing hooks' });
export type RemovedHooks = z.infer<typeof removedHooksSchema>;

// Stored filters of saved searches, webhooks and exports, which name collections of their account.

/** Resolves the collections as they are now; a deleted one contains no hooks. */
export async function resolveFilters(db: Db, accountId: string, filters: FilterInput): Promise<ResolvedFilters> {
  return resolveCollections(filters, await collectionsIn(db, accountId, filters));
}

/** Returns the filters as text, with the names of the collections. */
export async function describeFilters(db: Db, accountId: string, filters: FilterInput): Promise<string> {
  return filterText(filters, await collectionsIn(db, accountId, filters));
}

type ReadDeps = { db: Db; catalog: () => Catalog; limits: FilterLimits };

/** Reads filters that an account stores. Throws `invalid_body` with the pointer of every error. */
export async function readStoredFilters(
  { db, catalog, limits }: ReadDeps,
  accountId: string,
  filters: FilterInput,
): Promise<FilterInput> {
  const collections = await collectionsIn(db, accountId, filters);
  return readFilters(filters, { ...catalog(), limits, collections });
}

async function collectionsIn(db: Db, accountId: string, filters: FilterInput): Promise<Collections | undefined> {
  return filters.collection && (await loadCollections(db, accountId, collectionIds(filters)));
}

// A saved search as clients request and see it. Field order is part of the contract.
import { z } from 'zod';
import { sorts } from '../catalog/search/filter.ts';
import { filterInput } from '../catalog/search/filter-input.ts';
import { digestFields, digestInput } from './digest/digest.ts';

const maxNameLength = 100;
const nameError = `\`name\` must have 1 to ${maxNameLength} characters.`;
const name = z
  .string({ error: nameError })
  .trim()
  .min(1, nameError)
  .max(maxNameLength, nameError)
  .meta({ description: 'Unique in the account', example: 'Finance hooks over 10M' });
const sort = z.enum(sorts, { error: `\`sort\` must be one of ${sorts.join(', ')}.` }).nullable();

export const createSearchInput = z.strictObject({
  name,
  filters: filterInput.optional(),
  sort: sort.optional().meta({ description: 'Order in the hook explorer. The feed is always newest first' }),
  ...digestInput,
});
export type CreateSearchInput = z.infer<typeof createSearchInput>;

export const updateSearchInput = z.strictObject({
  name: name.optional(),
  filters: filterInput.optional().meta({ description: 'Replaces all current filters' }),
  sort: sort.optional(),
  ...digestInput,
});
export type UpdateSearchInput = z.infer<typeof updateSearchInput>;

const moment = z.iso.datetime();

export const searchSchema = z
  .object({
    search_id: z.string().meta({ description: '`srch_` and 16 letters or digits' }),
    name: z.string(),
    filters: z.looseObject({}).meta({ description: 'Normalized: aliases replaced by ids' }),
    sort: z.enum(sorts).nullable(),
    feed_url: z.url().meta({
      description:
        'Secret address of the feed. Append .csv, .json, .xml or .md. Ends with /hidden after the operator key has changed: the address works, but cannot be shown until it is rotated',
      example: 'https://hookline.example/f/8fK2mZ0qLx71TbRe5vNc3wYpH9',
    }),
    last_used_at: moment.nullable().meta({ description: 'Of the feed' }),
    last_user_agent: z.string().nullable().meta({ description: 'Of the reader that used the feed last' }),
    readers: z.int().min(0).meta({ description: 'Distinct readers of the feed in the last 7 days' }),
    ...digestFields,
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'SavedSearch', description: 'Filters under a name, with the feed and the digest of their hooks' });
export type SavedSearch = z.infer<typeof searchSchema>;

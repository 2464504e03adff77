// hookline searches: saved searches, their feed URLs, and their digests.
import type { Filters, SavedSearch, SearchUpdate } from '../../../sdk/src/index.ts';
import { defineActions } from '../actions.ts';
import type { Values } from '../command.ts';
import { filterOptions, filtersOf, filterText } from '../filters.ts';
import type { Column } from '../terminal/table.ts';

const options = {
  name: { value: 'NAME', help: 'New name (update).' },
  sort: { value: 'SORT', help: 'Order in the hook explorer, such as -likes. The feed is always newest first.' },
  digest: {
    value: 'WHEN',
    help: 'Email with new hooks: off, daily or weekly. Setting it again resumes a stopped digest.',
  },
  'digest-day': { value: 'DAY', help: 'Day of a weekly digest, such as friday. Default monday.' },
  'digest-hour': { value: 'HOUR', help: 'Hour in the time zone of the account, 0 to 23. Default 8.' },
  ...filterOptions,
} as const;

const columns: readonly Column[] = [
  { field: 'search_id' },
  { field: 'name' },
  { field: 'filters', show: (filters) => filterText(filters as SavedSearch['filters']) },
  { field: 'digest' },
  { field: 'readers', isNumber: true },
  { field: 'last_used_at', isOptional: true, show: (at) => (at === null ? 'never' : String(at)) },
  { field: 'feed_url' },
];

export const searches = defineActions({
  name: 'searches',
  api: ({ searches }) => searches,
  summary: 'List, save and delete searches with a feed and a digest',
  usage: ['[list]', 'create NAME [options]', 'update ID [options]', 'rotate|test|delete ID'],
  options,
  columns,
  empty: 'No saved searches. "hookline searches create NAME --niche finance" creates one.',
  notes:
    'Append .csv, .json, .xml or .md to the URL of a feed. It needs no key, so keep it secret. rotate replaces the URL; the old\none stops working at once. test emails a digest now. Not counted against the quota.',
  examples: ['searches', 'searches create "Top finance hooks" --niche finance --min-views 10000000'],
  actions: {
    list: {},
    'create NAME': {
      options: Object.keys(options).filter((name) => name !== 'name'),
      input: (values, [name]) => ({ ...changeOf(values), name }),
    },
    'update ID': { options: Object.keys(options), input: changeOf },
    'rotate ID': {
      warning: (id) => `This replaces the feed URL of ${id}; the current one stops working at once.`,
    },
    'test ID': { method: 'testDigest', columns: [{ field: 'email' }] },
    'delete ID': { warning: (id) => `This deletes the saved search ${id} and its feed.` },
  },
});

function changeOf(values: Values<typeof options>): SearchUpdate {
  const filters = filtersOf(values);
  const { name, sort, digest, 'digest-day': digest_day, 'digest-hour': hour } = values;
  return {
    ...({ name, sort, digest, digest_day } as SearchUpdate),
    filters: Object.keys(filters).length > 0 ? (filters as Filters) : undefined,
    digest_hour: hour === undefined ? undefined : Number(hour),
  };
}

// hookline searches: saved searches, the addresses of their feeds, and their digests.
import type { Filters, Hookline, NewSearch, SavedSearch } from '../../../sdk/src/index.ts';
import { type Context, defineCommand, UsageError } from '../command.ts';
import { filterOptions, filtersOf, filterText } from '../filters.ts';
import { confirm } from '../terminal/ask.ts';
import type { Column } from '../terminal/table.ts';

const options = {
  name: { value: 'NAME', help: 'New name, of update.' },
  sort: { value: 'SORT', help: 'Order in the hook explorer, such as -likes. The feed is always newest first.' },
  digest: {
    value: 'WHEN',
    help: 'Email of the new hooks: off, daily or weekly. Sent again, it resumes one that stopped.',
  },
  'digest-day': { value: 'DAY', help: 'Day of a weekly one, such as friday. Default monday.' },
  'digest-hour': { value: 'HOUR', help: 'Hour in the time zone of the account, 0 to 23. Default 8.' },
  ...filterOptions,
} as const;
type SearchContext = Context<typeof options>;

const columns: readonly Column[] = [
  { field: 'search_id' },
  { field: 'name' },
  { field: 'filters', show: (filters) => filterText(filters as SavedSearch['filters']) },
  { field: 'digest' },
  { field: 'readers', isNumber: true },
  { field: 'last_used_at', isOptional: true, show: (at) => (at === null ? 'never' : String(at)) },
  { field: 'feed_url' },
];

type Action = (context: SearchContext, argument: string) => Promise<void>;

const print = ({ output }: SearchContext, found: SavedSearch[]) =>
  output.list(found, columns, 'No saved searches. "hookline searches create NAME --niche finance" makes one.');

const act =
  (
    change: (api: Hookline['searches'], context: SearchContext, argument: string) => Promise<SavedSearch>,
    warningOf?: (id: string) => string,
  ): Action =>
  async (context, argument) => {
    const { connect, values, signal } = context;
    if (warningOf) await confirm(warningOf(argument), { yes: values.yes, signal });
    print(context, [await change(connect().searches, context, argument)]);
  };

/** Each takes an id but `list` and `create`, which takes the name. */
const actions: Readonly<Record<string, Action>> = {
  list: async (context) => print(context, await context.connect().searches.list({ signal: context.signal })),
  create: act((api, context, name) => api.create({ name, ...changeOf(context) }, context)),
  update: act((api, context, id) => {
    const change = { name: context.values.name, ...changeOf(context) };
    if (Object.values(change).every((value) => value === undefined))
      throw new UsageError(
        'Pass what to change: --name, --sort, --digest, or filters, which replace all current ones.',
      );
    return api.update(id, change, context);
  }),
  rotate: act(
    (api, { signal }, id) => api.rotate(id, { signal }),
    (id) => `This replaces the address of the feed of ${id}, and the current one fails at once.`,
  ),
  test: async ({ connect, output, signal }, id) =>
    output.list([await connect().searches.testDigest(id, { signal })], [{ field: 'email' }]),
  delete: act(
    (api, { signal }, id) => api.delete(id, { signal }),
    (id) => `This deletes the saved search ${id} and its feed.`,
  ),
};

export const searches = defineCommand({
  summary: 'List, save and delete searches with a feed and a digest',
  usage: ['[list]', 'create NAME [options]', 'update ID [options]', 'rotate|test|delete ID'],
  options,
  notes:
    'Append .csv, .json, .xml or .md to the address of a feed: it needs no key, so keep it secret. rotate gives it another\naddress; the former one fails at once. test emails a digest now. Not counted against the quota.',
  examples: ['searches', 'searches create "Top finance hooks" --niche finance --min-views 10000000'],
  subcommands: Object.keys(actions),
  actionOptions: {
    '': [],
    list: [],
    create: Object.keys(options).filter((name) => name !== 'name'),
    rotate: [],
    test: [],
    delete: [],
  },
  run: async (context) => {
    const [action = 'list', ...rest] = context.args;
    const run = actions[action];
    if (!run) throw new UsageError(`The command is searches ${Object.keys(actions).join(', ')}, not ${action}.`);
    if (rest.length !== (action === 'list' ? 0 : 1))
      throw new UsageError(
        action === 'list' ? 'searches list takes no argument.' : `Pass ${action === 'create' ? 'a name' : 'an id'}.`,
      );
    await run(context, rest[0] ?? '');
  },
});

function changeOf({ values }: SearchContext): Omit<NewSearch, 'name'> {
  const filters = filtersOf(values);
  return {
    filters: Object.keys(filters).length > 0 ? (filters as Filters) : undefined,
    sort: values.sort as NewSearch['sort'],
    digest: values.digest as NewSearch['digest'],
    digest_day: values['digest-day'] as NewSearch['digest_day'],
    digest_hour: values['digest-hour'] === undefined ? undefined : Number(values['digest-hour']),
  };
}

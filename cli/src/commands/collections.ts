// hookline collections: boards of saved hooks, their notes, tags and order, and their share pages.
import type { Collection, CollectionHook, Hookline, SavedHookUpdate } from '../../../sdk/src/index.ts';
import { type Context, defineCommand, UsageError } from '../command.ts';
import { exitCodes } from '../report.ts';
import { confirm } from '../terminal/ask.ts';
import { hookCount } from '../terminal/output.ts';
import type { Column } from '../terminal/table.ts';

const options = {
  name: { value: 'NAME', help: 'New name, of update.' },
  description: { value: 'TEXT', help: 'Of create and update.' },
  hook: { value: 'HOOK', help: 'Only collections that hold this hook, of list.' },
  note: { value: 'TEXT', help: 'Note on the hook, of save. An empty one removes it.' },
  tags: { value: 'TAGS', help: 'Tags of the hooks, comma-separated, of save. They replace those of a single hook.' },
  position: { value: 'N', help: 'Place of the hook, of save. The first is 1.' },
  indexable: { help: 'Search engines may list the page, of share and update.' },
  'no-indexable': { help: 'They may not, of update. The default of share.' },
} as const;
type CollectionContext = Context<typeof options>;

const collectionColumns: readonly Column[] = [
  { field: 'collection_id' },
  { field: 'name' },
  { field: 'hooks', isNumber: true },
  { field: 'description', isOptional: true },
  { field: 'share_url', isOptional: true, show: (url) => (url === null ? 'not shared' : String(url)) },
];
const hookColumns: readonly Column[] = [
  { field: 'position', isNumber: true },
  { field: 'id' },
  { field: 'text' },
  { field: 'note', isOptional: true },
  { field: 'tags', isOptional: true, show: (tags) => (tags as string[]).join(', ') },
  { field: 'state' },
];

/** Resolves to the exit code if it is not 0. */
type Action = (context: CollectionContext, id: string, hooks: string[]) => Promise<unknown>;

const act =
  (
    change: (api: Hookline['collections'], context: CollectionContext, id: string) => Promise<Collection>,
    warningOf?: (id: string) => string,
  ): Action =>
  async (context, id) => {
    if (warningOf) await confirm(warningOf(id), confirmation(context));
    context.output.list([await change(context.connect().collections, context, id)], collectionColumns, '');
  };

const confirmation = ({ values: { yes }, signal }: CollectionContext) => ({ yes, signal });

/** Each takes an id but `list` and `create`, which takes the name. */
const actions: Readonly<Record<string, Action>> = {
  list: async ({ connect, output, values, signal }) =>
    output.list(
      await connect().collections.list({ hook: values.hook }, { signal }),
      collectionColumns,
      'No collections. "hookline collections create NAME" makes one.',
    ),
  create: act((api, { values, signal }, name) => api.create({ name, description: values.description }, { signal })),
  show: async ({ connect, output, signal }, id) => {
    const lines: Record<string, unknown>[] = [];
    for await (const line of connect().collections.get(id, { limit: 100 }, { signal })) lines.push(toLine(line));
    output.list(lines, hookColumns, 'No hooks. "hookline collections save ID HOOK" adds one.');
  },
  update: act((api, { values, signal }, id) => {
    const { name, description } = values;
    const indexable = indexableOf(values);
    if (name === undefined && description === undefined && indexable === undefined)
      throw new UsageError('Pass what to change: --name, --description, --indexable or --no-indexable.');
    return api.update(id, { name, description, indexable }, { signal });
  }),
  save: async (context, id, hooks) => {
    const { connect, output, values, signal } = context;
    const { collections } = connect();
    const tags = values.tags?.split(',').filter((tag) => tag.trim() !== '');
    if (hooks.length > 1) {
      if (values.note !== undefined || values.position !== undefined)
        throw new UsageError('--note and --position are of a single hook.');
      const saved = await collections.saveAll(id, { ids: hooks, tags }, { signal });
      output.list([saved], savedColumns, '');
      if (saved.missing.length === 0) return;
      output.warn(`hookline: Not found: ${saved.missing.join(', ')}.`);
      return exitCodes.notFound;
    }
    const place: SavedHookUpdate = { note: values.note, tags, position: positionOf(values.position) };
    const saved = await collections.save(id, hooks[0] ?? '', place, { signal });
    return output.list([saved], placeColumns, '');
  },
  remove: async (context, id, hooks) => {
    const { connect, output, signal } = context;
    await confirm(
      `This removes ${hookCount(hooks.length)} from collection ${id}, with notes and tags.`,
      confirmation(context),
    );
    output.list([await connect().collections.remove(id, hooks, { signal })], removedColumns, '');
  },
  share: act(async (api, context, id) => {
    const { values, signal } = context;
    const isShared = async () =>
      (await api.list({}, { signal })).some((one) => one.collection_id === id && one.share_url !== null);
    if (!values.yes && (await isShared()))
      await confirm(
        `This replaces the address of the share page of ${id}, and the current one fails at once.`,
        confirmation(context),
      );
    return api.share(id, { indexable: indexableOf(values) }, { signal });
  }),
  unshare: act(
    (api, { signal }, id) => api.unshare(id, { signal }),
    (id) => `This deletes the share page of ${id}.`,
  ),
  delete: act(
    (api, { signal }, id) => api.delete(id, { signal }),
    (id) => `This deletes collection ${id} and its share page.`,
  ),
};

const placeColumns = hookColumns
  .filter(({ field }) => !['id', 'text', 'state'].includes(field))
  .concat([{ field: 'hook_id' }]);
const savedColumns: readonly Column[] = [
  { field: 'added', isNumber: true },
  { field: 'present', isNumber: true },
  { field: 'missing', isOptional: true, show: (ids) => (ids as string[]).join(', ') },
  { field: 'hooks', isNumber: true },
];
const removedColumns: readonly Column[] = [
  { field: 'removed', isNumber: true },
  { field: 'hooks', isNumber: true },
];

/** A full hook has an `added_at` of its own. */
const toLine = ({ hook, added_at: saved_at, ...line }: CollectionHook) => ({ ...hook, ...line, saved_at });

function indexableOf({ indexable, 'no-indexable': isHidden }: CollectionContext['values']): boolean | undefined {
  if (indexable && isHidden) throw new UsageError('Pass --indexable or --no-indexable, not both.');
  return isHidden ? false : indexable;
}

function positionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--position is a number from 1.');
  return Number(text);
}

export const collections = defineCommand({
  summary: 'List, fill, share and delete collections of hooks',
  usage: [
    '[list] [--hook HOOK]',
    'create NAME [options]',
    'update|share ID [options]',
    'show|unshare|delete ID',
    'save ID HOOK... [options]',
    'remove ID HOOK...',
  ],
  options,
  notes:
    'search --filter collection=ID finds the hooks of a collection. Anyone who has the address of a share page can read it;\nshare again gives it another one, and the former fails at once; update --indexable keeps it. Only show counts against\nthe quota.',
  examples: [
    'collections create "Spring openers"',
    'collections save col_8fK2mZ0qLx71TbRe hook_1204 --note "Second cut"',
  ],
  subcommands: Object.keys(actions),
  actionOptions: {
    '': ['hook'],
    list: ['hook'],
    create: ['description'],
    show: [],
    update: ['name', 'description', 'indexable', 'no-indexable'],
    save: ['note', 'tags', 'position'],
    remove: [],
    share: ['indexable', 'no-indexable'],
    unshare: [],
    delete: [],
  },
  run: async (context) => {
    const [action = 'list', id = '', ...hooks] = context.args;
    const run = actions[action];
    if (!run) throw new UsageError(`The command is collections ${Object.keys(actions).join(', ')}, not ${action}.`);
    if ((action !== 'list') !== (id !== ''))
      throw new UsageError(
        action === 'list' ? 'collections list takes no argument.' : `Pass ${action === 'create' ? 'a name' : 'an id'}.`,
      );
    const takesHooks = action === 'save' || action === 'remove';
    if (takesHooks !== hooks.length > 0)
      throw new UsageError(takesHooks ? 'Pass the ids of hooks.' : `collections ${action} takes one argument.`);
    return run(context, id, hooks);
  },
});

// hookline collections: boards of saved hooks, their notes, tags and order, and their share pages.
import type { CollectionHook, SavedHookUpdate } from '../../../sdk/src/index.ts';
import { defineActions } from '../actions.ts';
import type { Context } from '../command.ts';
import { exitCodes } from '../report.ts';
import { hookCount, UsageError } from '../terminal/output.ts';
import type { Column } from '../terminal/table.ts';

const options = {
  name: { value: 'NAME', help: 'New name (update).' },
  description: { value: 'TEXT', help: 'Description (create, update).' },
  hook: { value: 'HOOK', help: 'Only collections with this hook (list).' },
  note: { value: 'TEXT', help: 'Note on the hook (save). An empty note removes it.' },
  tags: {
    value: 'TAGS',
    help: 'Tags, comma-separated (save). They replace the tags of a single hook, and are added to several.',
  },
  position: { value: 'N', help: 'Position of the hook (save). The first is 1.' },
  indexable: { help: 'Search engines may list the page (share, update).' },
  'no-indexable': { help: 'Search engines may not list the page (update). Default of share.' },
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
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--position must be a whole number from 1 to 9999.');
  return Number(text);
}

async function showHooks({ connect, output, signal }: CollectionContext, [id = '']: readonly string[]) {
  const lines: object[] = [];
  for await (const line of connect().collections.get(id, { limit: 100 }, { signal })) lines.push(toLine(line));
  output.list(lines, hookColumns, 'No hooks. "hookline collections save ID HOOK" adds one.');
}

async function saveHooks(
  { connect, output, values, signal }: CollectionContext,
  [id = '', ...hooks]: readonly string[],
) {
  const { collections } = connect();
  const tags = values.tags?.split(',').filter((tag) => tag.trim() !== '');
  if (hooks.length === 1) {
    const place: SavedHookUpdate = { note: values.note, tags, position: positionOf(values.position) };
    return output.list([await collections.save(id, hooks[0] ?? '', place, { signal })], placeColumns);
  }
  if (values.note !== undefined || values.position !== undefined)
    throw new UsageError('--note and --position apply to a single hook. Pass one hook id.');
  const saved = await collections.saveAll(id, { ids: hooks, tags }, { signal });
  output.list([saved], savedColumns);
  if (saved.missing.length === 0) return;
  output.warn(`hookline: Not found: ${saved.missing.join(', ')}.`);
  return exitCodes.notFound;
}

/** Warns only if a share URL that is in use would be lost. */
async function shareWarning(id: string, { connect, values: { yes }, signal }: CollectionContext) {
  const found = yes ? [] : await connect().collections.list({}, { signal });
  return found.some(({ collection_id, share_url }) => collection_id === id && share_url !== null)
    ? `This replaces the URL of the share page of ${id}; the current one stops working at once.`
    : undefined;
}

export const collections = defineActions({
  name: 'collections',
  api: ({ collections }) => collections,
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
  columns: collectionColumns,
  empty: 'No collections. "hookline collections create NAME" creates one.',
  notes:
    'search --filter collection=ID finds the hooks of a collection. Anyone with the URL of a share page can read it. share again\nreplaces the URL, and the old one stops working at once; update --indexable keeps it. Only show counts against the quota.',
  examples: [
    'collections create "Spring openers"',
    'collections save col_8fK2mZ0qLx71TbRe hook_1204 --note "Second cut"',
  ],
  actions: {
    list: { options: ['hook'], input: ({ hook }) => ({ hook }) },
    'create NAME': { options: ['description'], input: ({ description }, [name]) => ({ name, description }) },
    'show ID': { run: showHooks },
    'update ID': {
      options: ['name', 'description', 'indexable', 'no-indexable'],
      input: ({ name, description, ...values }) => ({ name, description, indexable: indexableOf(values) }),
    },
    'save ID HOOK...': { options: ['note', 'tags', 'position'], run: saveHooks },
    'remove ID HOOK...': {
      input: (_, [, ...hooks]) => hooks,
      warning: (id, { args }) =>
        `This removes ${hookCount(args.length - 2)} from collection ${id}, with notes and tags.`,
      columns: removedColumns,
    },
    'share ID': {
      options: ['indexable', 'no-indexable'],
      input: (values) => ({ indexable: indexableOf(values) }),
      warning: shareWarning,
    },
    'unshare ID': { warning: (id) => `This deletes the share page of ${id}.` },
    'delete ID': { warning: (id) => `This deletes collection ${id} and its share page.` },
  },
});

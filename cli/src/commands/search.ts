// hookline search and hookline random: lists of hooks.
import type { Hook, RandomQuery } from '../../../sdk/src/index.ts';
import { type Context, defineCommand } from '../command.ts';
import { filterOptions, filtersOf, hookColumns } from '../filters.ts';
import { wholeNumber } from '../options.ts';
import { hookCount, UsageError } from '../terminal/output.ts';

const briefFields = hookColumns.map(({ field }) => field).concat('emotional_trigger', 'highlights');
const hooksPerPage = 100;

const sorts = [
  ...['relevance', '-views', 'views', '-added_at', 'added_at', '-published_at', 'published_at', '-likes', 'likes'],
  ...['-views_gained_7d', 'views_gained_7d', '-duration', 'duration'],
];
const searchOptions = {
  ...filterOptions,
  limit: { value: 'NUMBER', short: 'n', help: 'Number of hooks. Default 20. Every 100 hooks count as one call.' },
  all: { help: 'All matching hooks.' },
  sort: {
    value: 'ORDER',
    choices: sorts,
    help: 'relevance (default with words), -views (default without), -added_at, -likes, -views_gained_7d and others.',
  },
  match: {
    value: 'HOW',
    choices: ['words', 'meaning', 'both'],
    help: 'How words match: words (default), meaning, or both, with hooks that contain the words first.',
  },
  full: { help: 'All fields of a hook. Every plan but Free.' },
} as const;

export const search = defineCommand({
  summary: 'Search hooks',
  usage: ['[WORDS] [options]'],
  options: searchOptions,
  notes: 'Words match in the text, with typos; "in quotes" as a phrase. Different filters are combined with AND.',
  examples: [
    'search "money" --niche finance',
    'search leaving a job --match both',
    'search --min-views 5000000 --fields text,views --limit 500 > top.jsonl',
  ],
  run: async ({ args, values, output, connect, signal }) => {
    if (values.all && values.limit !== undefined) throw new UsageError('Pass --all or --limit, not both.');
    const { hooks } = connect();
    const most = values.all ? Number.POSITIVE_INFINITY : wholeNumber('--limit', values.limit ?? '20', { min: 1 });
    const words = args.join(' ').trim();
    const fields = values.fields?.split(',').map((name) => name.trim());
    const isFull = values.full || fields?.some((name) => !briefFields.includes(name));
    const query = {
      ...filtersOf(values),
      ...(words ? { q: words } : {}),
      ...(values.match ? { match: values.match } : {}),
      ...(values.sort ? { sort: values.sort } : {}),
      limit: Math.min(most, hooksPerPage),
    };
    const pages = (isFull ? hooks.full : hooks.list)(query as object, { signal }).pages();
    await printPages(pages, most, output);
  },
});

type Listed = { data: object[]; total: number; rateLimit: { limit: number; remaining: number } | undefined };

/** Piped records are printed page by page, so that the next program can start. */
async function printPages(pages: AsyncIterable<Listed>, most: number, output: Context['output']): Promise<void> {
  const kept: object[] = [];
  let printed = 0;
  let last: Listed | undefined;
  for await (const page of pages) {
    last = page;
    const records = page.data.slice(0, most - printed);
    printed += records.length;
    if (output.form === 'lines') output.list(records, hookColumns);
    else kept.push(...records);
    if (printed >= most) break;
  }
  if (output.form !== 'lines') output.list(kept, hookColumns, 'No hooks match. Widen the filters.');
  if (last && printed > 0) output.note(`${printed.toLocaleString('en')} of ${hookCount(last.total)}${quotaLeft(last)}`);
}

function quotaLeft({ rateLimit }: Listed): string {
  return rateLimit
    ? ` · ${rateLimit.remaining.toLocaleString('en')} of ${rateLimit.limit.toLocaleString('en')} calls left`
    : '';
}

export const random = defineCommand({
  summary: 'Draw random hooks',
  usage: ['[NUMBER] [options]'],
  options: {
    ...filterOptions,
    seed: { value: 'TEXT', help: 'The same seed draws the same hooks until the catalog changes.' },
    diverse: {
      value: 'LABEL',
      choices: ['archetype', 'niche', 'emotional_trigger', 'platform', 'format'],
      help: 'Alternate between the values of this label.',
    },
  },
  examples: ['random 5 --niche finance'],
  run: async ({ args, values, output, connect, signal }) => {
    if (args.length > 1) throw new UsageError('random takes one number. To search for words, run "hookline search".');
    const count = wholeNumber('The number of hooks', args[0] ?? '10', { min: 1, max: 100 });
    const { seed, diverse } = values;
    const query = { ...filtersOf(values), count, seed, diverse } as RandomQuery;
    const hooks: Hook[] = await connect().hooks.random(query, { signal });
    output.list(hooks, hookColumns, 'No hooks match. Widen the filters.');
  },
});

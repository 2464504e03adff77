// hookline get and hookline similar: hooks by ID, and hooks similar to a hook or a text.
import { type HookDetail, type HooklineError, isHooklineError } from '../../../sdk/src/index.ts';
import { defineCommand } from '../command.ts';
import { filterOptions, filtersOf, hookColumns, joinWords } from '../filters.ts';
import { wholeNumber } from '../options.ts';
import { exitCodes } from '../report.ts';
import { fieldLines, UsageError } from '../terminal/output.ts';

const isId = (text: string) => /^hook_\d+$/.test(text);

export const get = defineCommand({
  summary: 'Show hooks with all their fields',
  usage: ['ID...'],
  notes: 'Every plan but Free. Each hook counts as one call.',
  examples: ['get hook_17'],
  run: async ({ args, output, connect, signal }) => {
    if (args.length === 0) throw new UsageError('Pass one or more hook ids, such as hook_17.');
    for (const id of args) if (!isId(id)) throw new UsageError(`${id} is not a hook id, such as hook_17.`);
    const { hooks } = connect();
    const found: HookDetail[] = [];
    let missing: HooklineError | undefined;
    for (const id of args)
      try {
        found.push(await hooks.get(id, { signal }));
      } catch (error) {
        // The other hooks have been counted, so they are printed.
        if (args.length === 1 || !isHooklineError(error, 'not_found', 'gone')) throw error;
        output.warn(`hookline: ${error.message}`);
        missing = error;
      }
    if (output.form === 'json' && args.length > 1) output.list(found, hookColumns);
    else
      for (const [at, hook] of found.entries())
        output.record(hook, () => (at > 0 ? `\n${describe(hook)}` : describe(hook)));
    return missing && exitCodes.notFound;
  },
});

/** The reasons of guessed labels are long; --json has them. */
function describe({ why, labels, ...fields }: HookDetail): string {
  return fieldLines({ ...fields, labels: `${labels.method}, confidence ${labels.confidence}` });
}

export const similar = defineCommand({
  summary: 'Find hooks similar to a hook or to a text',
  usage: ['ID [options]', 'TEXT [options]'],
  options: {
    ...filterOptions,
    limit: { value: 'NUMBER', short: 'n', help: 'Number of hooks, at most 50. Default 10.' },
  },
  examples: ['similar hook_17', 'similar "nobody tells you this about money" --platform TikTok'],
  run: async ({ args, values, output, connect, signal }) => {
    const text = joinWords(args, 'A hook id or a text');
    const limit = wholeNumber('--limit', values.limit ?? '10', { min: 1, max: 50 });
    const hookline = connect();
    const filters = filtersOf(values);
    const found = isId(text)
      ? await hookline.hooks.similar(text, { ...filters, limit }, { signal })
      : await hookline.similar({ text, limit, filters }, { signal });
    const columns = [{ field: 'similarity.score', title: 'score', isNumber: true }, ...hookColumns];
    output.list(found, columns, 'No similar hooks.');
  },
});

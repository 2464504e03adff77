// Commands with actions, such as `searches create NAME`: each calls the SDK and prints the response as a table.
import type { Hookline } from '../../sdk/src/index.ts';
import { type Command, type Context, defineCommand, type OptionTable } from './command.ts';
import { filterOptions } from './filters.ts';
import { confirm } from './terminal/ask.ts';
import { UsageError } from './terminal/output.ts';
import type { Column } from './terminal/table.ts';

type Action<T extends OptionTable> = {
  /** Options of the action; other options of the command are refused. */
  options?: readonly string[];
  /** Method of the SDK. Default: the last word of the action's name, such as `create`. */
  method?: string;
  /** Argument of the method before its options, and after the ID if there is one. */
  input?: (values: Context<T>['values'], args: readonly string[]) => unknown;
  /** Names what is deleted or replaced, for a confirmation unless --yes is given. */
  warning?: (id: string, context: Context<T>) => string | undefined | Promise<string | undefined>;
  columns?: readonly Column[];
  /** Replaces the call, and resolves to the exit code if it is not 0. */
  run?: (context: Context<T>, args: readonly string[]) => Promise<unknown>;
};

type ActionCommand<T extends OptionTable> = Pick<Command<T>, 'summary' | 'usage' | 'notes' | 'examples'> & {
  name: string;
  api: (hookline: Hookline) => object;
  options: T;
  /** Default columns of the actions. */
  columns: readonly Column[];
  /** Printed in place of an empty list. */
  empty: string;
  /** Actions by usage, which is the name and the arguments; `list` is the default. */
  actions: Readonly<Record<string, Action<T>>>;
};

type Methods = Record<string, (...args: unknown[]) => Promise<object>>;

export function defineActions<const T extends OptionTable>(command: ActionCommand<T>): Command {
  const { name, api, columns, empty, actions, ...help } = command;
  const usages = new Map(Object.keys(actions).map((usage) => [usage.replace(/ ?[A-Z].*/, ''), usage]));
  const options = [...usages].map(([one, usage]) => [one, actions[usage]?.options ?? []] as const);
  const defaults = options.filter(([one]) => /\blist$/.test(one)).map(([one, of]) => [one.replace(/ ?list$/, ''), of]);
  return defineCommand({
    ...help,
    subcommands: [...new Set([...usages.keys()].map((one) => one.split(' ')[0] ?? ''))].filter(Boolean),
    actionOptions: Object.fromEntries([...defaults, ...options]),
    run: async (given) => {
      const context = given as unknown as Context<T>;
      const { usage, args } = findUsage(name, usages, context.args);
      const { input, warning, run, ...action } = actions[usage] ?? {};
      const { signal } = context;
      const body = input?.(context.values, args);
      if (usage.includes('update')) assertChanges(body, action.options);
      const text = await warning?.(args[0] ?? '', context);
      if (text) await confirm(text, { yes: given.values.yes, signal });
      if (run) return run(context, args);
      const method = action.method ?? /([a-z]+)(?: [A-Z]|$)/.exec(usage)?.[1] ?? '';
      const ids = / ID\b/.test(usage) ? [args[0]] : [];
      const methods = api(context.connect()) as Methods;
      const answer = await methods[method]?.(...ids, ...(input ? [body] : []), { signal });
      context.output.list([answer ?? []].flat(), action.columns ?? columns, empty);
    },
  });
}

/** Names have up to two words: `alerts create`. */
function findUsage(command: string, usages: ReadonlyMap<string, string>, given: readonly string[]) {
  const nameOf = (count: number) => given.slice(0, count).join(' ');
  const count = [2, 1, 0].find((one) => usages.has(nameOf(one)) && (one > 0 || given.length === 0)) ?? given.length;
  const name = usages.has(nameOf(count)) ? nameOf(count) : `${nameOf(count)} list`.trim();
  const usage = usages.get(name);
  if (usage === undefined) {
    const known = [...usages.keys()].filter(Boolean).join(', ');
    const alone = usages.has('') ? `${command}, or ` : '';
    throw new UsageError(`Unknown action "${given.join(' ')}". Use ${alone}${command} ${known}.`);
  }
  const args = given.slice(count);
  const wanted = usage.slice(name.length).split(' ').filter(Boolean);
  const missing = wanted[args.length];
  const texts: Readonly<Record<string, string>> = { NAME: 'a name', ID: 'an id', 'HOOK...': 'one or more hook ids' };
  if (missing) throw new UsageError(`Pass ${texts[missing]}.`);
  if (args.length > wanted.length && !usage.endsWith('...'))
    throw new UsageError(`${command} ${name} takes ${wanted.length === 0 ? 'no arguments' : 'one argument'}.`);
  return { usage, args };
}

function assertChanges(body: unknown, options: readonly string[] = []): void {
  if (Object.values(body ?? {}).some((value) => value !== undefined)) return;
  const names = options.filter((name) => !(name in filterOptions)).map((name) => `--${name}`);
  const filters = names.length < options.length ? ', or filters, which replace all current ones' : '';
  const list = filters ? names.join(', ') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  throw new UsageError(`Pass what to change: ${list}${filters}.`);
}

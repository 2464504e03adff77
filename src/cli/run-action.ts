// Runs an action of a command: finds it by its usage, calls the service, and prints the response.
import type { Client } from './client.ts';
import { type Action, actionName, type Command, optionRows } from './command.ts';
import { type Options, UsageError } from './options.ts';
import { fieldTable, print, type Row, table } from './print.ts';

export async function runAction(
  client: Client,
  name: string,
  command: Command,
  given: readonly string[],
  options: Options,
): Promise<void> {
  const { usage, args } = findAction(name, command, given, options);
  const action = command.actions[usage];
  if (typeof action === 'function') return action(client, [...args], options);
  if (!action) return;
  const [method = '', template = ''] = action.call.split(' ');
  const left = [...args];
  const path = template.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ''));
  const named = namedOptions(usage, command, options);
  const query =
    method === 'GET' ? String(new URLSearchParams(named.filter(([, value]) => value !== '').map(toPair))) : '';
  const takesBody = method !== 'GET' && usage.includes('--');
  const body = action.body ? action.body(options, args) : takesBody ? Object.fromEntries(named) : undefined;
  const url = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const answer = await client.call<Row>(method, url, body);
  print(answer, options.json, () => textOf(answer, usage, action, args));
}

function textOf(answer: Row, usage: string, { text, rows, columns }: Action, args: readonly string[]): string {
  if (text) return text(answer as never, args);
  if (columns === undefined) return fieldTable(answer);
  const listed = rows === undefined ? [answer] : (answer[rows] as Row[]);
  return withNext(table(listed, columns.split(' ')), usage.includes('--after') && answer.next);
}

export function withNext(text: string, next: unknown): string {
  return typeof next === 'string' ? `${text}\nMore: --after ${next}` : text;
}

/** Several usages can share a name: the first complete one is run; if all are incomplete, the likeliest one is reported. */
function findAction(name: string, { actions }: Command, given: readonly string[], options: Options) {
  const usages = Object.keys(actions);
  const isNamed = usages.some((usage) => actionName(usage) !== '');
  const isList = usages.some((usage) => actionName(usage) === 'list');
  const [word = isList ? 'list' : '', ...rest] = isNamed ? given : ['', ...given];
  const found = usages.filter((usage) => actionName(usage).split('|').includes(word));
  const [first] = found;
  if (first === undefined) throw new UsageError(`Unknown subcommand "${name} ${word}". Use ${namesOf(usages)}.`);
  const isRun = (usage: string) => typeof actions[usage] === 'function';
  const isReady = (usage: string) => isRun(usage) || missingOf(usage, rest, options) === undefined;
  const hasSome = (usage: string) => requiredOptions(usage).some((one) => options[one]);
  const usage = found.find(isReady) ?? found.find(hasSome) ?? first;
  if (!isReady(usage)) {
    const missing = missingOf(usage, rest, options)?.replace(/^id$/, `${name.replace(/s$/, '')} id`);
    throw new UsageError(`Missing ${missing}: hookline admin ${name} ${withoutOptional(usage)}.`);
  }
  if (!isNamed && !isRun(usage) && rest[0] !== undefined)
    throw new UsageError(`${name} takes no arguments. Remove "${rest[0]}".`);
  return { usage, args: rest };
}

function namesOf(usages: readonly string[]): string {
  const names = [...new Set(usages.map(actionName).filter((name) => !name.includes('|')))];
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
}

const withoutOptional = (usage: string) => usage.replace(/ ?\[.*/, '');
const requiredOption = /--([\w-]+) \S+/g;

/** A usage with alternatives has none here, since its action checks them. */
function requiredOptions(usage: string): (keyof Options)[] {
  if (usage.includes(' | ')) return [];
  return [...withoutOptional(usage).matchAll(requiredOption)].map(([, name]) => name as keyof Options);
}

function missingOf(usage: string, args: readonly string[], options: Options): string | undefined {
  const names =
    withoutOptional(usage)
      .replaceAll(requiredOption, '')
      .match(/\b[A-Z]+\b/g) ?? [];
  const name = names[args.length];
  if (name !== undefined) return { ACCOUNT: 'account id', KEY: 'key id' }[name] ?? name.toLowerCase();
  const missing = requiredOptions(usage).filter((one) => !options[one]);
  return missing.length > 0 ? missing.map((one) => `--${one}`).join(' and ') : undefined;
}

/** API parameters have the names of the options, with `_` for `-`. */
function namedOptions(usage: string, command: Command, options: Options): [string, unknown][] {
  const text = usage.includes('[options]') ? optionRows(command).map(([left]) => left) : [usage];
  const names = text.join(' ').match(/(?<=--)[\w-]+/g) ?? [];
  return names.flatMap((name): [string, unknown][] => {
    const value = options[name as keyof Options];
    return value === undefined ? [] : [[name.replaceAll('-', '_'), value]];
  });
}

const toPair = ([name, value]: [string, unknown]): [string, string] => [name, String(value)];

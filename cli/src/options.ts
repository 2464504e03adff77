// Reads the arguments of a command with node:util, and suggests the nearest option for an unknown one.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { closestMatch } from '../../src/lib/did-you-mean.ts';
import { type Command, type Context, globalOptions, type OptionTable } from './command.ts';
import { UsageError } from './terminal/output.ts';

type Parsed = Pick<Context, 'args' | 'values'>;

export function parseOptions(command: Command, given: readonly string[]): Parsed {
  const table: OptionTable = { ...command.options, ...globalOptions };
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(table).map(([name, { value, short, multiple = false }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', multiple, ...(short ? { short } : {}) },
    ]),
  );
  const words = joinNegated(given, table);
  const { tokens } = parseArgs({
    args: words,
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === 'option' && !(token.name in config)) failUnknown(token.rawName, table);
  const { values, positionals } = parse(words, config);
  for (const [name, { choices }] of Object.entries(table))
    for (const value of [values[name]].flat())
      if (choices && value !== undefined && !choices.includes(String(value)))
        throw new UsageError(`--${name} must be ${orList(choices)}.${suggestion(String(value), choices)}`);
  assertTaken(command, positionals, Object.keys(values));
  return { args: positionals, values: values as Context['values'] };
}

/** An option of another action would have no effect. */
function assertTaken({ actionOptions = {} }: Command, args: readonly string[], given: readonly string[]): void {
  const actions = [args.slice(0, 2).join(' '), args[0] ?? ''];
  const action = actions.find((name) => Object.hasOwn(actionOptions, name));
  if (action === undefined) return;
  const other = given.find((name) => !actionOptions[action]?.includes(name) && !(name in globalOptions));
  if (other !== undefined)
    throw new UsageError(`--${other} ${action === '' ? 'needs an action' : `is not an option of ${action}`}.`);
}

/** `--sort -views` and `--niche -finance` are `--sort=-views` and `--niche=-finance`, which node:util would refuse. */
function joinNegated(given: readonly string[], table: OptionTable): string[] {
  const shorts = new Set(Object.values(table).map(({ short }) => short));
  const words: string[] = [];
  for (const [at, word] of given.entries()) {
    // The rest are arguments.
    if (word === '--') return [...words, ...given.slice(at)];
    const last = words.at(-1) ?? '';
    const option = last.startsWith('--') ? table[last.slice(2)] : undefined;
    const isValue = option?.choices?.includes(word) || (/^-[a-z_]{2}/.test(word) && !shorts.has(word[1]));
    if (option?.value !== undefined && word.startsWith('-') && isValue) words[words.length - 1] = `${last}=${word}`;
    else words.push(word);
  }
  return words;
}

function parse(given: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: given, options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
    const [, name] = /'(?:-\w, )?(--[\w-]+)[^']*' argument (?:missing|is ambiguous)/.exec(message) ?? [];
    throw new UsageError(name ? `${name} needs a value.` : message);
  }
}

function failUnknown(name: string, table: OptionTable): never {
  const nearest = closestMatch(name.replace(/^-+/, ''), Object.keys(table));
  throw new UsageError(`Unknown option ${name}.${nearest ? ` Did you mean --${nearest}?` : ''}`);
}

export function suggestion(text: string, known: readonly string[]): string {
  const nearest = closestMatch(text, known);
  return nearest ? ` Did you mean ${nearest}?` : '';
}

function orList(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}

/** A whole number of an option or argument. */
export function wholeNumber(name: string, text: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
  const number = /^[\d_,]+$/.test(text) ? Number(text.replaceAll(/[_,]/g, '')) : Number.NaN;
  if (number >= min && number <= max) return number;
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new UsageError(`${name} must be a whole number ${range}.`);
}

/** Milliseconds of `30s`, `5m` or `2h`. */
export function duration(name: string, text: string): number {
  const [, count, unit] = /^(\d+)(s|m|h)$/.exec(text) ?? [];
  const ms = { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'] * Number(count);
  if (ms > 0) return ms;
  throw new UsageError(`${name} must be a duration, such as 30s, 5m or 2h.`);
}

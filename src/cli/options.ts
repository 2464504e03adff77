// Options of the command line: their names and types, for every command.
import { parseArgs } from 'node:util';

const texts = words(
  'url key preset records records-of source format rejects every body next next-as page max-seconds max-videos orientation',
  'language region location name email plan message kind severity note reason blocks claims into creator method sample per-day',
  'per-month expires grace scopes state status webhook-url delivery since until by account action actor subject text after',
  'processes roles role week on-duplicate encoding header-row description',
);
const lists = words('map set header part filter where allow-ip alias word');
const flags = words(
  'json help snapshot dry-run additive allow-shrink force no-mail mail-owners notify deleted suspend resume skip csv',
);

type TextOption = (typeof texts)[number];
export type Options = { [Name in TextOption]?: string } & { [Name in (typeof lists)[number]]?: string[] } & {
  [Name in (typeof flags)[number]]?: boolean;
};

const config = Object.fromEntries([
  ...texts.map((name) => [name, { type: 'string' }] as const),
  ...lists.map((name) => [name, { type: 'string', multiple: true }] as const),
  ...flags.map((name) => [name, { type: 'boolean' }] as const),
]);

/** Throws `ERR_PARSE_ARGS_…` for an option that does not exist or lacks its value. */
export function parseCommandLine(args: readonly string[]): { values: Options; positionals: string[] } {
  return parseArgs({ args: [...args], options: config, allowPositionals: true });
}

/** The named options as query parameters; absent and empty ones are left out. */
export function queryOf(options: Options, names: readonly TextOption[]): URLSearchParams {
  return new URLSearchParams(names.flatMap((name) => (options[name] ? [[name, options[name]]] : [])));
}

type Words<Line extends string, Found = never> = Line extends `${infer Word} ${infer Rest}`
  ? Words<Rest, Found | Word>
  : Found | Line;

function words<const Lines extends readonly string[]>(...lines: Lines): Words<Lines[number]>[] {
  return lines.flatMap((line) => line.split(' ')) as Words<Lines[number]>[];
}

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {}

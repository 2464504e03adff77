// Options of the command line: their names and types, for every command.
import { parseArgs } from 'node:util';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const list = { type: 'string', multiple: true } as const;

const options = {
  url: text,
  key: text,
  json: flag,
  help: flag,
  preset: text,
  map: list,
  set: list,
  records: text,
  'records-of': text,
  source: text,
  format: text,
  snapshot: flag,
  rejects: text,
  'dry-run': flag,
  every: text,
  header: list,
  body: text,
  next: text,
  'next-as': text,
  page: text,
  'max-seconds': text,
  'max-videos': text,
  orientation: text,
  language: text,
  region: text,
  location: text,
  additive: flag,
  'allow-shrink': flag,
  force: flag,
  name: text,
  email: text,
  plan: text,
  message: text,
  'no-mail': flag,
  notify: flag,
  kind: text,
  severity: text,
  part: list,
  note: text,
  deleted: flag,
  reason: text,
  blocks: text,
  claims: text,
  into: text,
  creator: text,
  filter: list,
  where: list,
  method: text,
  sample: text,
  suspend: flag,
  resume: flag,
  'per-day': text,
  'per-month': text,
  expires: text,
  grace: text,
  scopes: text,
  'allow-ip': list,
  state: text,
  status: text,
  'webhook-url': text,
  skip: flag,
  delivery: text,
  since: text,
  until: text,
  by: text,
  csv: flag,
  account: text,
  action: text,
  actor: text,
  subject: text,
  text,
  after: text,
  processes: text,
  roles: text,
  role: text,
} as const;

/** Throws `ERR_PARSE_ARGS_…` for an option that does not exist or lacks its value. */
export function parseCommandLine(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true });
}

export type Options = ReturnType<typeof parseCommandLine>['values'];

type TextOption = { [Name in keyof Options]-?: Options[Name] extends string | undefined ? Name : never }[keyof Options];

/** The named options as query parameters; absent and empty ones are left out. */
export function queryOf(options: Options, names: readonly TextOption[]): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = options[name];
    if (value) query.set(name, value);
  }
  return query;
}

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {}

// The commands and how they fail: one line that says what happened, exit code 1; a wrong usage, exit code 2.
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config/config.ts';
import { HooklineError } from '../lib/errors.ts';
import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { type Client, connect } from './client.ts';
import { exports } from './exports.ts';
import { hooks } from './hooks.ts';
import { importFiles } from './import.ts';
import { keys } from './keys.ts';
import { requests } from './requests.ts';
import { sources } from './sources.ts';
import { openapi, signIn, stats } from './stats.ts';
import { webhooks } from './webhooks.ts';

export type Options = Record<string, string | boolean | string[] | undefined>;
export type Command = (client: Client, words: string[], options: Options) => Promise<void>;

export class UsageError extends Error {}

/** Name, words and options of every command, as `hookline help` and docs/cli.md list them. */
const usage = `hookline COMMAND [--url URL] [--key OPERATOR_KEY] [--json]

  serve [--processes N] [--roles api,worker]   run the service
  backup DIRECTORY                             copy the data directory while the service goes on
  import FILE|DIR|URL… [--preset NAME] [--map FIELD=COLUMN]… [--set FIELD=VALUE]… [--records PATH]
         [--source NAME] [--format json|jsonl|csv|tsv] [--snapshot [--force]] [--rejects FILE]
  sources [list] | add NAME LOCATION [--preset NAME] [--map FIELD=COLUMN]… [--set FIELD=VALUE]… [--records PATH] [--format F]
         [--every 4h|1d|"0 6 * * *"] [--snapshot [--allow-shrink]] | show ID | update ID [--location L] [--additive] [the same]
         | run ID [--force] | runs ID | pause ID | resume ID | delete ID
  accounts [list] | create --name N --email E [--plan P] | show ID | update ID [--plan P] [--suspend|--resume]
         [--per-day N|none] [--per-month N|none] | usage [ID] [--since DATE] [--until DATE]
         [--by day,endpoint,key,status,account] [--csv]
  keys list ACCOUNT | create ACCOUNT [--name N] [--expires DATE] | regenerate ACCOUNT KEY [--grace SECONDS] | revoke ACCOUNT KEY
  requests [list] | approve ID [--plan P] [--message TEXT] | decline ID [--reason TEXT]
  exports [list] [--account ID] [--status S] | show ID | cancel ID
  webhooks [list] [--account ID] | create ACCOUNT --webhook-url URL [--name TEXT] | show ID | test ID | pause ID | resume ID [--skip]
         | rotate ID | replay ID --delivery D|--since TIME [--until TIME] | deliveries ID [--status S] | delete ID
  hooks [list] [--state pending] [--text WORDS] [--source NAME] | accept ID | reject ID | reopen ID | retire ID
         | edit ID --set FIELD=VALUE…
  audit [--account ID] [--action A] [--actor operator|key|session|system|KEY] [--subject ID]
  stats
  sign-in                                      a link that opens the console
  openapi

The operator key is read from the data directory (HOOKLINE_DATA), from HOOKLINE_OPERATOR_KEY, or from --key.`;

const commands: Record<string, Command> = {
  import: importFiles,
  sources,
  accounts,
  keys,
  requests,
  exports,
  webhooks,
  hooks,
  audit,
  stats,
  'sign-in': signIn,
  openapi,
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  url: text,
  key: text,
  json: flag,
  help: flag,
  preset: text,
  map: { ...text, multiple: true },
  set: { ...text, multiple: true },
  records: text,
  source: text,
  format: text,
  snapshot: flag,
  rejects: text,
  every: text,
  location: text,
  additive: flag,
  'allow-shrink': flag,
  force: flag,
  name: text,
  email: text,
  plan: text,
  message: text,
  reason: text,
  suspend: flag,
  resume: flag,
  'per-day': text,
  'per-month': text,
  expires: text,
  grace: text,
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
} as const;

/** Returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [name = 'help', ...words] = positionals;
    if (name === 'help' || values.help) console.log(usage);
    // The service is as much code again as everything else, which other commands would load for nothing.
    else if (name === 'serve') await (await import('./serve.ts')).serve(process.env, values);
    else if (name === 'backup') await (await import('./backup.ts')).backup(readConfig(process.env), words, values);
    else {
      const command = commands[name];
      if (!command) throw new UsageError(`There is no command ${name}.`);
      await command(connect(readConfig(process.env), values), words, values);
    }
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return report(error);
  }
}

function report(error: unknown): number {
  // The code of an error is not always text: PostgreSQL's and child processes' are numbers.
  const code = String((error as NodeJS.ErrnoException).code);
  const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
  const isKnown = isUsage || error instanceof HooklineError || error instanceof ConfigError || error instanceof Error;
  console.error(`hookline: ${isKnown ? (error as Error).message : String(error)}`);
  if (isUsage) console.error('hookline help lists the commands.');
  return isUsage ? 2 : 1;
}

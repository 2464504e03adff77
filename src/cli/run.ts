// Runs a command of operators: the table of commands, and the exit code (0 done, 1 failed, 2 wrong usage).
import { readConfig } from '../config/config.ts';
import { accounts } from './accounts.ts';
import { announcements } from './announcements.ts';
import { audit } from './audit.ts';
import { connect } from './client.ts';
import type { Command } from './command.ts';
import { exports } from './exports.ts';
import { helpOf } from './help/help.ts';
import { edits, hooks, reports, takedowns } from './hooks.ts';
import { importFiles } from './imports/import.ts';
import { imports } from './imports/imports.ts';
import { keys } from './keys.ts';
import { labels } from './labels/labels.ts';
import { operators } from './operators.ts';
import { parseCommandLine, UsageError } from './options.ts';
import { platforms } from './platforms.ts';
import { requests } from './requests.ts';
import { sample } from './sample.ts';
import { secrets } from './sources/secrets.ts';
import { sources } from './sources/sources.ts';
import { openapi, signIn, stats } from './stats.ts';
import { webhooks } from './webhooks.ts';

const commands: ReadonlyMap<string, Command> = new Map([
  ['import', importFiles],
  ['imports', imports],
  ['sources', sources],
  ['secrets', secrets],
  ['accounts', accounts],
  ['keys', keys],
  ['requests', requests],
  ['exports', exports],
  ['webhooks', webhooks],
  ['hooks', hooks],
  ['edits', edits],
  ['labels', labels],
  ['takedowns', takedowns],
  ['reports', reports],
  ['platforms', platforms],
  ['sample', sample],
  ['audit', audit],
  ['announcements', announcements],
  ['operators', operators],
  ['stats', stats],
  ['sign-in', signIn],
  ['openapi', openapi],
]);

/** Takes the words after `hookline admin`. Returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseCommandLine(args);
    const [name = 'help', ...rest] = positionals;
    if (name === 'help' || values.help) console.log(helpOf(name === 'help' ? rest[0] : name));
    // Loaded on demand: the service is as much code as everything else together.
    else if (name === 'serve') await (await import('./serve.ts')).serve(process.env, values);
    else if (name === 'backup') await (await import('./backup.ts')).backup(readConfig(process.env), rest, values);
    else {
      const command = commands.get(name);
      if (!command) throw new UsageError(`Unknown command "${name}".`);
      await command(connect(readConfig(process.env), values), rest, values);
    }
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return reportFailure(error);
  }
}

function reportFailure(error: unknown): number {
  console.error(`hookline: ${error instanceof Error ? error.message : String(error)}`);
  if (!isUsageError(error)) return 1;
  console.error('Run "hookline admin help" for commands and options.');
  return 2;
}

function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  // Codes are not always text: those of PostgreSQL and of child processes are numbers.
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

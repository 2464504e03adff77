// Runs an operator command and returns its exit code: 0 done, 1 failed, 2 wrong usage.
import { readConfig } from '../config/config.ts';
import { connect } from './client.ts';
import { commandNamed } from './commands/commands.ts';
import { helpOf } from './help.ts';
import { parseCommandLine, UsageError } from './options.ts';
import { runAction } from './run-action.ts';

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
      const command = commandNamed(name);
      if (!command) throw new UsageError(`Unknown command "${name}".`);
      await runAction(connect(readConfig(process.env), values), name, command, rest, values);
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
  // Codes are not always text: PostgreSQL and child processes have numbers.
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

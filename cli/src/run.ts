// Runs a command line: finds the command, reads its options, and turns errors into messages and exit codes.
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { connectTo, findAccount } from './connect.ts';
import { describeFileError } from './files.ts';
import { commandHelp, overview } from './help.ts';
import { parseOptions, suggestion } from './options.ts';
import { exitCodes, report } from './report.ts';
import { createOutput, UsageError } from './terminal/output.ts';
import { version } from './version.ts';

/** Returns the exit code. `isService` indicates that the operators' commands are available too. */
export async function run(argv: readonly string[], { isService = false } = {}): Promise<number> {
  // A reader that closes the pipe early, such as head, is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`hookline: Can't write the output. ${describeFileError(error) ?? error.message}\n`);
    process.exit(exitCodes.failed);
  });
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());
  const [name = 'help', ...rest] = nameFirst(argv);
  let keySource: string | undefined;
  try {
    if (name === 'help' || name === '--help' || name === '-h')
      return print(rest[0] ? helpOf(rest[0]) : overview(isService));
    if (name === '--version' || name === 'version') return print(version);
    const command = commandOf(name);
    const { args, values } = parseOptions(command, rest);
    if (values.help) return print(helpOf(name));
    const output = createOutput(values);
    const connect = (options = {}) => {
      const account = findAccount(values);
      keySource = account.source;
      return connectTo(account, output, options);
    };
    const code = await command.run({ args, values, output, connect, signal: interruption.signal });
    return typeof code === 'number' ? code : 0;
  } catch (error) {
    // Ctrl-C at a prompt sends no signal.
    if (interruption.signal.aborted || (error instanceof Error && error.name === 'AbortError'))
      return exitCodes.interrupted;
    return report(error, { name: commands.has(name) ? name : undefined, keySource });
  }
}

/** `hookline --json usage` is `hookline usage --json`. */
function nameFirst(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => commands.has(word));
  return at > 0 && argv[0]?.startsWith('-')
    ? [...argv.slice(at, at + 1), ...argv.slice(0, at), ...argv.slice(at + 1)]
    : argv;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function commandOf(name: string): Command {
  const command = commands.get(name);
  if (command) return command;
  if (name === 'admin')
    throw new UsageError('Operator commands are part of the service. Run "npx hookline admin" in its directory.');
  throw new UsageError(`Unknown command "${name}".${suggestion(name, [...commands.keys()])}`);
}

function helpOf(name: string): string {
  return commandHelp(name, commandOf(name));
}

// Runs a command line: finds the command, reads its options, and turns errors into messages and exit codes.
import { HooklineConnectionError, HooklineError } from '../../sdk/src/index.ts';
import { type Command, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { connectTo, findAccount, NoKeyError } from './connect.ts';
import { commandHelp, overview } from './help.ts';
import { parseOptions, suggestion } from './options.ts';
import { createOutput } from './terminal/output.ts';
import { version } from './version.ts';

/** As listed in docs/cli.md. */
const exitCodes = {
  failed: 1,
  usage: 2,
  unauthorized: 3,
  notFound: 4,
  limited: 5,
  unreachable: 6,
  interrupted: 130,
};

/** Returns the exit code. `isService` says that the operators' commands are there too. */
export async function run(argv: readonly string[], { isService = false } = {}): Promise<number> {
  // A reader that has enough, such as head, is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());
  const [name = 'help', ...rest] = nameFirst(argv);
  try {
    if (name === 'help' || name === '--help' || name === '-h')
      return print(rest[0] ? helpOf(rest[0]) : overview(isService));
    if (name === '--version' || name === 'version') return print(version);
    const command = commandOf(name);
    const { args, values } = parseOptions(command, rest);
    if (values.help) return print(helpOf(name));
    const output = createOutput(values);
    const connect = (options = {}) => connectTo(findAccount(values), output, options);
    const code = await command.run({ args, values, output, connect, signal: interruption.signal });
    return typeof code === 'number' ? code : 0;
  } catch (error) {
    if (interruption.signal.aborted) return exitCodes.interrupted;
    return report(error, name);
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
    throw new UsageError('Operators\' commands come with the service. In its directory, run "npx hookline admin".');
  throw new UsageError(`Unknown command "${name}".${suggestion(name, [...commands.keys()])}`);
}

function helpOf(name: string): string {
  return commandHelp(name, commandOf(name));
}

function report(error: unknown, name: string): number {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`hookline: ${message}\n`);
  if (error instanceof HooklineError) {
    for (const { detail } of error.errors) if (!message.startsWith(detail)) process.stderr.write(`  ${detail}\n`);
    if (error.status >= 500 && error.requestId) process.stderr.write(`Request id: ${error.requestId}\n`);
    if (error.code === 'missing_key' || error.code === 'invalid_key' || error.code === 'expired_key')
      process.stderr.write('Run "hookline login" to set another key.\n');
  }
  const code = codeOf(error);
  if (code === exitCodes.usage)
    process.stderr.write(`Run "hookline help${commands.has(name) ? ` ${name}` : ''}" for usage.\n`);
  return code;
}

function codeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof NoKeyError) return exitCodes.unauthorized;
  if (error instanceof HooklineConnectionError) return exitCodes.unreachable;
  if (!(error instanceof HooklineError)) return exitCodes.failed;
  if (error.status === 400 || error.status === 422) return exitCodes.usage;
  if (error.status === 401 || error.status === 403) return exitCodes.unauthorized;
  if (error.status === 404 || error.status === 410) return exitCodes.notFound;
  return error.status === 429 ? exitCodes.limited : exitCodes.failed;
}

// Runs a command line: an operator command (hookline admin …), or a customer command of the package in cli/.
import { commandGroups } from './commands/commands.ts';

const operatorsCommands = new Set(commandGroups.flatMap(({ commands }) => Object.keys(commands)));
const helpTopics = new Set([...operatorsCommands, 'config', 'limits']);

/** Former names of operator commands, without `admin`, work until then. */
const formerNamesUntil = 'December 2027';

/** Returns the exit code. */
export async function dispatch(args: readonly string[]): Promise<number> {
  if (args[0] === 'admin') return runOperators(args.slice(1));
  const name = formerName(args);
  if (name !== undefined) {
    console.error(
      `hookline: "hookline ${name}" is now "hookline admin ${name}". The former name works until ${formerNamesUntil}.`,
    );
    return runOperators(args);
  }
  const { run } = await import('../../cli/src/run.ts');
  return run(args, { isService: true });
}

// Both are loaded on demand, since loading the operator commands takes longer than most customer commands.
async function runOperators(args: readonly string[]): Promise<number> {
  return (await import('./run.ts')).runCommand(args);
}

/** Returns the words that name an operator command; undefined for a customer command. */
function formerName([first = '', second = '', ...rest]: readonly string[]): string | undefined {
  // Options could come first.
  if (first.startsWith('-'))
    return [second, ...rest].find((word) => operatorsCommands.has(word) && word !== 'webhooks');
  if (first === 'help') return second !== 'webhooks' && helpTopics.has(second) ? `help ${second}` : undefined;
  // Customers have a command of this name too.
  if (first === 'webhooks' && (second === 'listen' || second.startsWith('-'))) return undefined;
  return operatorsCommands.has(first) ? first : undefined;
}

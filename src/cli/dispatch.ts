// Finds whose command a command line is: the operators' (hookline admin …), or the customers', which the package in cli/ has.
import { isHelpTopic } from './help/help.ts';
import { isCommand, runCommand } from './run.ts';

/** Former names of the operators' commands, without `admin`, work until then. */
const formerNamesUntil = 'December 2027';

/** Returns the exit code. */
export async function dispatch(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args;
  if (first === 'admin') return runCommand(rest);
  if (isFormerName(args)) {
    const words = args.slice(0, first === 'help' ? 2 : 1).join(' ');
    console.error(
      `hookline: "hookline ${words}" is now "hookline admin ${words}". The former name works until ${formerNamesUntil}.`,
    );
    return runCommand(args);
  }
  // Loaded on demand: operators do without the client of customers, and the service without both.
  const { run } = await import('../../cli/src/run.ts');
  return run(args, { isService: true });
}

function isFormerName([first = '', second = '']: readonly string[]): boolean {
  // Customers have a command of this name too.
  if (first === 'webhooks') return second !== 'listen' && !second.startsWith('-');
  if (first === 'help') return second !== 'webhooks' && isHelpTopic(second);
  return isCommand(first);
}

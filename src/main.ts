// Entry point: runs the command line in cli/.
import { pathToFileURL } from 'node:url';
import { runCommand } from './cli/run.ts';

export async function main(args: readonly string[]): Promise<void> {
  process.exitCode = await runCommand(args);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));

// Entry point: runs a command line.
import { pathToFileURL } from 'node:url';
import { dispatch } from './cli/dispatch.ts';

export async function main(args: readonly string[]): Promise<void> {
  process.exitCode = await dispatch(args);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));

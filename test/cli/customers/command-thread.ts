// A thread that runs command lines of `hookline` with output, environment and standard input of their own.
import { Readable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { run } from '../../../cli/src/run.ts';
import type { CommandLine, Run } from './program.ts';

const written: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (chunk: string | Uint8Array) => {
    written[name].push(Buffer.from(chunk));
    return true;
  };
const take = (name: keyof typeof written) => Buffer.concat(written[name].splice(0)).toString();

parentPort?.on('message', async ({ args, env, input }: CommandLine) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  const code = await run(args);
  // A process has one run, so its listeners are removed between runs.
  process.removeAllListeners();
  process.stdout.removeAllListeners('error');
  parentPort?.postMessage({ code, stdout: take('stdout'), stderr: take('stderr') } satisfies Run);
});

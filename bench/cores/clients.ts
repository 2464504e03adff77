// Runs clients against a service in processes of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { atEnd } from '../cleanup.ts';
import type { Hookline } from '../hookline.ts';
import { loadCore, pinned } from '../machine.ts';
import type { ClientResult, ClientTask } from './client.ts';

const script = fileURLToPath(new URL('./client.ts', import.meta.url));

/** Resolves when the client has begun. `stop` resolves to what it measured. */
export async function startClient(
  { url, key }: Pick<Hookline, 'url' | 'key'>,
  task: Omit<ClientTask, 'url' | 'key'>,
): Promise<{ stop: () => Promise<ClientResult> }> {
  const [program, ...args] = pinned(loadCore, [
    process.execPath,
    script,
    JSON.stringify({ url, key, ...task } satisfies ClientTask),
  ]);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  atEnd(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(output, 'line');
  const closed = once(output, 'close');
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
      return JSON.parse(lines.at(-1) ?? '');
    },
  };
}

export const portIn = ({ url }: Pick<Hookline, 'url'>) => Number(new URL(url).port);

/** Of the command line. */
export const processes = (count: number): readonly string[] => ['--processes', String(count)];

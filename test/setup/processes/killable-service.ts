// A service that a test ends by kill -9 in the middle of a run of jobs, and starts again.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { type Running, startProcess } from '../service-process.ts';
import { until } from '../until.ts';

export async function killableService() {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-killed-'));
  const url = `postgres://hookline@/postgres?host=${encodeURIComponent(join(directory, 'run'))}`;
  const start = () => startProcess(directory, { HOOKLINE_SAMPLE: '0' });
  let running: Running = await start();

  /** On a connection of its own: the server of a killed process is replaced. */
  async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  const query = (text: string) => withClient(async (client) => (await client.query(text)).rows);

  return {
    url,
    running: () => running,
    withClient,
    query,
    /** Kills the process as soon as `countDone` counts one, starts another, and waits until it counts `all`. */
    killInTheMiddle: async (countDone: string, all: number, resume?: () => Promise<void>) => {
      await withClient(async (client) => {
        const count = async () => (await client.query(countDone)).rows[0].done;
        while ((await count()) === 0) await setImmediate();
        running.child.kill('SIGKILL');
        await running.exit;
        const done = await count();
        assert.ok(done > 0 && done < all, `${done} of ${all} when it was killed`);
      });
      running = await start();
      await resume?.();
      await until(
        async () => (await query(countDone))[0].done,
        (done) => done === all,
      );
    },
    close: async () => {
      running.child.kill('SIGTERM');
      await running.exit;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

// Hundreds of slow downloads of one process.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hookLine, operatorKey, testService } from '../../setup/service.ts';
import { startProcess } from '../../setup/service-process.ts';

test('slow downloads do not use up the descriptors that other connections need', async () => {
  const service = await testService();
  const lines = Array.from({ length: 20_000 }, (_, n) => hookLine(`A line to download, number ${n}`));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  const { key } = await service.account('enterprise');
  const { body: accepted } = await service.send('POST', '/export', key, { body: { format: 'json' } });
  await service.observed('export_finished', accepted.export_id);
  const { body: json } = await service.get(`/export/${accepted.export_id}`, key);
  const { pathname, search } = new URL(json.download_url);
  const dataDir = mkdtempSync(join(tmpdir(), 'hookline-descriptors-'));
  const env = {
    DATABASE_URL: service.databaseUrl,
    HOOKLINE_OPERATOR_KEY: operatorKey,
    HOOKLINE_SAMPLE: '0',
    HOOKLINE_EXPORTS: join(service.dataDir, 'exports'),
    HOOKLINE_LIMIT_DOWNLOADS_PER_LINK: '1000',
    HOOKLINE_LIMIT_DOWNLOADS_PER_ACCOUNT: '1000',
    HOOKLINE_LIMIT_DOWNLOADS_AT_ONCE: '1000',
  };
  const { child, exit, url } = await startProcess(dataDir, env, 'ulimit -n 320');
  const port = Number(new URL(url).port);
  const slow = Array.from({ length: 320 }, () => connect({ port, host: '127.0.0.1' }));
  try {
    await Promise.all(
      slow.map(async (socket) => {
        socket.on('error', () => {});
        socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: hookline\r\n\r\n`);
        // Waits for the head of a response, or the end of a connection above the limit. Nothing more is read.
        await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {});
        socket.pause();
      }),
    );
    for (let n = 0; n < 20; n++) {
      const response = await fetch(`${url}/usage`, {
        headers: { authorization: `Bearer ${key}`, connection: 'close' },
      });
      assert.equal(response.status, 200);
      await response.arrayBuffer();
    }
  } finally {
    for (const socket of slow) socket.destroy();
    child.kill('SIGKILL');
    await exit;
    rmSync(dataDir, { recursive: true });
    await service.close();
  }
});

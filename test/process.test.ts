// The service as a process on its embedded database: first start, second process, kill -9, restart.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { hookLine } from './service.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-process-'));
const main = join(import.meta.dirname, '..', 'bin', 'hookline.js');

after(() => rmSync(directory, { recursive: true, force: true }));

type Running = { child: ChildProcess; url: string; key: string; operator: string; exit: Promise<number | null> };

function start(): Promise<Running> {
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { ...process.env, HOOKLINE_DATA: directory, PORT: '0', HOOKLINE_LOG: 'silent', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return new Promise((resolve, reject) => {
    let text = '';
    createInterface({ input: child.stdout }).on('line', (line) => {
      text += `${line}\n`;
      if (!line.includes('curl')) return;
      resolve({
        child,
        exit,
        url: /http:\/\/[\d.:]+/.exec(text)?.[0] ?? '',
        key: /hkl_\w+/.exec(text)?.[0] ?? '',
        operator: readFileSync(join(directory, 'operator.key'), 'utf8').trim(),
      });
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('exit', () => reject(new Error(errors)));
  });
}

async function total(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/hooks?limit=1`, { headers: { authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { total: number }).total;
}

test('first start serves the starter set, a second process is refused, kill -9 in an import loses nothing', async () => {
  const first = await start();
  const starter = await total(first.url, first.key);
  assert.ok(starter > 5000);

  await assert.rejects(start(), new RegExp(`in use by process ${first.child.pid}`));

  const counts = new Set<number>();
  let running = first;
  for (const lines of [2000, 4000]) {
    const body = Array.from({ length: lines }, (_, n) => hookLine(`Batch of ${lines}, line ${n}`)).join('\n');
    const upload = fetch(`${running.url}/operator/import?preset=hookline&format=jsonl`, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.operator}`, 'content-type': 'application/octet-stream' },
      body,
    });
    // Killed as soon as the import has begun to answer, which is before it is published.
    await upload.then(({ body: answer }) => answer?.getReader().read()).catch(() => {});
    running.child.kill('SIGKILL');
    await running.exit;
    running = { ...(await start()), key: first.key };
    counts.add((await total(running.url, first.key)) - starter);
  }
  for (const count of counts) assert.ok([0, 2000, 4000, 6000].includes(count), `${count} hooks of half an import`);

  running.child.kill('SIGTERM');
  assert.equal(await running.exit, 0);
});

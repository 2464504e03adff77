// One process on the embedded database: first start, second process, kill -9, restart.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hookLine } from '../setup/service.ts';
import { call, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-process-'));

after(() => rmSync(directory, { recursive: true, force: true }));

async function total(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/hooks?limit=1`, { headers: { authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { total: number }).total;
}

test('the first start serves the starter set, a second process is refused, and kill -9 during an import loses nothing', async () => {
  const first = await startProcess(directory);
  assert.ok(first.greeting.includes(`Operator key   in ${join(directory, 'operator.key')}`), first.greeting);
  assert.ok(!first.greeting.includes(first.operatorKey), 'the operator key is not printed');
  const starter = await total(first.url, first.key);
  assert.ok(starter > 5000);
  const roles = [];
  for (const link of first.links) {
    const sent = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const body = JSON.stringify({ token: link.split('#token=')[1] });
    const answer = await fetch(`${first.url}/session`, { method: 'POST', headers: sent, body });
    roles.push(((await answer.json()) as { data: { role: string } }).data.role);
  }
  assert.deepEqual(roles, ['holder', 'operator'], 'the printed links sign in');

  await assert.rejects(startProcess(directory), new RegExp(`in use by process ${first.child.pid}`));

  const lines = Array.from({ length: 3000 }, (_, n) => hookLine(`Line ${n} of an import that is cut off`));
  const upload = fetch(`${first.url}/operator/import?preset=hookline&format=jsonl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${first.operatorKey}`, 'content-type': 'application/octet-stream' },
    body: lines.join('\n'),
  });
  // Killed after the first bytes of the response, which are sent before the publication.
  await upload.then(({ body: answer }) => answer?.getReader().read()).catch(() => {});
  first.child.kill('SIGKILL');
  await first.exit;
  const again = await startProcess(directory);
  const added = (await total(again.url, first.key)) - starter;
  assert.ok([0, lines.length].includes(added), `${added} hooks of half an import`);

  again.child.kill('SIGTERM');
  assert.equal(await again.exit, 0);
});

test('an import during which the service is killed fails at the next start, and the command says what to do', async () => {
  const data = join(directory, 'killed');
  const first = await startProcess(data, { HOOKLINE_SAMPLE: '0' });
  const fifo = join(directory, 'endless.jsonl');
  execFileSync('mkfifo', [fifo]);
  const words = ['admin', 'import', fifo, '--preset', 'hookline', '--url', first.url, '--key', first.operatorKey];
  const command = spawn(process.execPath, [join(import.meta.dirname, '../../bin/hookline.js'), ...words]);
  const said = once(command.stderr, 'data');
  const file = createWriteStream(fifo);
  file.write(`${hookLine('The only line of a file that does not end')}\n`);
  const importsOf = async (running: typeof first) =>
    (await call(running, first.operatorKey, 'GET', '/operator/imports')).body.imports;
  await until(
    () => importsOf(first),
    ([found]) => found?.state === 'running',
  );
  first.child.kill('SIGKILL');
  await first.exit;
  assert.match(
    String(await said),
    /^hookline: endless\.jsonl: the connection to the service was lost .* Import the file again/,
  );
  command.kill('SIGKILL');
  file.destroy();

  const again = await startProcess(data, { HOOKLINE_SAMPLE: '0' });
  const [{ state, error }] = await importsOf(again);
  assert.deepEqual([state, error], ['failed', 'The service was ended. Nothing was published; import the file again.']);
  again.child.kill('SIGTERM');
  assert.equal(await again.exit, 0);
});

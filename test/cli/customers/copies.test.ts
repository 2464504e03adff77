// hookline export and hookline changes: files that are complete or not there, across interruptions.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { until } from '../../setup/until.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { buildProgram, noTerminal, type Program } from './program.ts';

let proxy: CuttingProxy;
let service: TestService;
let program: Program;
let env: Record<string, string>;

const line = (n: number, more = {}) =>
  hookLine(`A line to copy, number ${n}`, { views: 200_000 + n, id: String(n), ...more });
const importLines = (lines: readonly string[], query = '') =>
  service.import(lines.join('\n'), `preset=hookline&format=jsonl&source=copies${query}`);
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

before(async () => {
  proxy = await startCuttingProxy();
  [service, program] = await Promise.all([testService(), buildProgram()]);
  proxy.forwardTo(service.url);
  await importLines(numbers(150).map((n) => line(n)));
  env = { HOOKLINE_URL: proxy.url, HOOKLINE_KEY: (await service.account('enterprise')).key };
});

after(async () => {
  await service?.close();
  await proxy?.close();
  await program?.close();
});

const read = (name: string) => readFileSync(join(program.directory, name));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const leftovers = () => globSync('*.{part,resume}', { cwd: program.directory });

test('export writes the file and tells its SHA-256', async () => {
  const [record] = await program.records(['export', '-o', 'hooks.csv', '--filter', 'max_views=200049'], { env });
  assert.deepEqual([record.file, record.records, record.truncated], ['hooks.csv', 50, false]);
  assert.equal(record.sha256, sha256(read('hooks.csv')));
  assert.match(read('hooks.csv').toString(), /^id,text,views,/);
  assert.deepEqual(leftovers(), []);
});

test('an export that was interrupted is resumed by the same command: the same export, and only the missing bytes', async () => {
  const account = await service.account('enterprise');
  const own = { ...env, HOOKLINE_KEY: account.key };
  const args = ['export', '--format', 'jsonl', '-o', 'resumed.jsonl'];
  const kept = 20_000;
  proxy.cutAfter(kept);
  const started = program.start(args, own);
  const sizeOfPart = async () => {
    const part = (await readdir(program.directory)).find(
      (name) => name.startsWith('resumed') && name.endsWith('.part'),
    );
    return part ? (await stat(join(program.directory, part))).size : 0;
  };
  await until(sizeOfPart, (size) => size === kept);
  started.child.kill('SIGINT');
  const { code, stderr } = await started.exit;
  assert.equal(code, 130);
  assert.match(stderr, /Run the same command again to resume/);

  proxy.cutAfter(undefined);
  const [record] = await program.records(args, { env: own });
  assert.deepEqual([record.records, record.sha256], [150, sha256(read('resumed.jsonl'))]);
  assert.equal(proxy.ranges.at(-1), `bytes=${kept}-`);
  assert.equal((await service.get('/exports', account.key)).body.total, 1);
  assert.deepEqual(leftovers(), []);
});

test('export overwrites nothing without --yes, writes to a pipe, and lists, downloads and cancels', async () => {
  writeFileSync(join(program.directory, 'mine.csv'), 'mine');
  const refused = await program.run(['export', '-o', 'mine.csv'], { env });
  assert.deepEqual([refused.code, read('mine.csv').toString()], [2, 'mine']);
  assert.match(refused.stderr, /overwrites mine\.csv\. Confirm with --yes/);

  const hooks = await program.records(['export', '--filter', 'max_views=200009'], { env });
  assert.equal(hooks.length, 10);
  const [newest] = await program.records(['export', 'list'], { env });
  const [saved] = await program.records(['export', 'download', newest.export_id, '-o', 'mine.csv', '--yes'], { env });
  assert.equal(saved.sha256, sha256(read('mine.csv')));
  assert.equal((await program.run(['export', 'cancel', newest.export_id], { env })).code, 2);
  const [canceled] = await program.records(['export', 'cancel', newest.export_id, '--yes'], { env });
  assert.equal(canceled.status, 'expired');
});

test('on a terminal export shows its progress and asks before it overwrites', { skip: noTerminal }, async () => {
  writeFileSync(join(program.directory, 'asked.csv'), 'mine');
  const answer = (keys: string) => program.onTerminal(['export', '-o', 'asked.csv'], [['[y/N]', keys]], env);
  const declined = await answer('n\r');
  assert.deepEqual([declined.code, read('asked.csv').toString()], [1, 'mine']);
  assert.deepEqual([(await answer('\u0003')).code, read('asked.csv').toString()], [130, 'mine']);
  const { code, stdout } = await answer('y\r');
  assert.equal(code, 0, stdout);
  assert.match(stdout, /Downloading [█░]+ +\d+ % .* of \d/);
  assert.match(stdout, /asked\.csv: 150 hooks, .* SHA-256 [0-9a-f]{64}/);
});

test('export refuses a path that it cannot write, and an ending that is no format, before it requests an export', async () => {
  const account = await service.account('enterprise');
  const own = { ...env, HOOKLINE_KEY: account.key };
  mkdirSync(join(program.directory, 'folder'), { recursive: true });
  for (const [path, message] of [
    ['hooks.xlsx', /"xlsx" is not a format\. Pass --format csv/],
    ['folder', /folder is a directory\. Name a file in it/],
    ['missing/hooks.csv', /There is no directory missing\. Create it first/],
    ['/dev/null', /not a regular file/],
  ] as const) {
    const { code, stderr } = await program.run(['export', '-o', path, '--yes'], { env: own });
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
  assert.equal((await service.get('/exports', account.key)).body.total, 0);
  assert.deepEqual(leftovers(), []);
  const [{ file }] = await program.records(['export', '-o', 'HOOKS.CSV'], { env: own });
  assert.match(read(file).toString(), /^id,text,views,/);
});

test('a used up export quota leaves nothing behind, and an expired export is gone', async () => {
  const own = { ...env, HOOKLINE_KEY: (await service.account('scale')).key };
  const [{ export_id }] = await program.records(['export', '-o', 'first.csv'], { env: own });
  assert.equal((await program.run(['export', '-o', 'second.csv'], { env: own })).code, 5);
  assert.deepEqual(leftovers(), []);
  await program.run(['export', 'cancel', export_id, '--yes'], { env: own });
  assert.equal((await program.run(['export', 'download', export_id, '-o', 'gone.csv'], { env: own })).code, 4);
});

test('output that cannot be written is an error with its reason', {
  skip: !existsSync('/dev/full') && 'needs /dev/full',
}, async () => {
  const words = [process.execPath, program.file, 'search', '--all'];
  const failed = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const child = spawn('sh', ['-c', '"$0" "$@" > /dev/full', ...words], { env: { ...process.env, ...env } });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('close', (code) => resolve({ code, stderr }));
  });
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /Can't write the output\. No space left on the disk/);
});

test('a plan without exports is told so, and nothing is left behind', async () => {
  const free = { ...env, HOOKLINE_KEY: (await service.account('free')).key };
  const { code, stderr } = await program.run(['export', '-o', 'none.csv'], { env: free });
  assert.equal(code, 3);
  assert.match(stderr, /plan/i);
  assert.deepEqual(leftovers(), []);
});

/** The copy by id, checked for repeats. */
function readCopy(name: string): Map<string, { text: string }> {
  const hooks = read(name)
    .toString()
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  const byId = new Map(hooks.map((hook) => [hook.id, hook]));
  assert.equal(byId.size, hooks.length);
  return byId;
}

async function catalog(): Promise<Map<string, unknown>> {
  const hooks = await program.records(['search', '--full', '--all'], { env });
  return new Map(hooks.map((hook) => [hook.id, hook]));
}

test('changes --into keeps a copy equal to the catalog: added, updated and retired hooks, in any run', async () => {
  const sync = () => program.records(['changes', '--into', 'copy.jsonl'], { env });
  assert.deepEqual((await sync())[0], { ...(await sync())[0], added: 150 });
  const early = read('copy.jsonl.version');
  await importLines(
    [...numbers(140).map((n) => line(n, n < 10 ? { views: 900_000 + n } : {})), line(500)],
    '&snapshot=1',
  );
  const [{ added, retired }] = await sync();
  assert.deepEqual([added, retired], [1, 10]);
  const copy = readCopy('copy.jsonl');
  assert.deepEqual(copy, await catalog());
  // As if it had been killed before it stored how far the copy is.
  writeFileSync(join(program.directory, 'copy.jsonl.version'), early);
  await sync();
  assert.deepEqual(readCopy('copy.jsonl'), copy);
  rmSync(join(program.directory, 'copy.jsonl'));
  await sync();
  assert.deepEqual(readCopy('copy.jsonl'), copy);
  const other = { ...env, HOOKLINE_URL: service.url };
  assert.match((await program.run(['changes', '--into', 'copy.jsonl'], { env: other })).stderr, /is a copy of http/);
});

test('changes --since 0 keeps the old copy until the new one is complete', async () => {
  await program.records(['changes', '--into', 'anew.jsonl'], { env });
  const before = readCopy('anew.jsonl');
  const away = { HOOKLINE_URL: 'http://127.0.0.1:9', HOOKLINE_KEY: env.HOOKLINE_KEY ?? '' };
  rmSync(join(program.directory, 'anew.jsonl.version'));
  assert.equal((await program.run(['changes', '--into', 'anew.jsonl', '--yes'], { env: away })).code, 6);
  assert.deepEqual(readCopy('anew.jsonl'), before);
  writeFileSync(join(program.directory, 'anew.jsonl'), '{"id":"hook_1","text":"a line of an older copy"}\n');
  await program.records(['changes', '--into', 'anew.jsonl', '--since', '0', '--yes'], { env });
  assert.deepEqual(readCopy('anew.jsonl'), before);
  const { code, stderr } = await program.run(['changes', '--into', 'none.jsonl', '--since', '1'], { env });
  assert.equal(code, 2);
  assert.match(stderr, /none\.jsonl does not exist/);
});

test('changes --follow applies new changes until it is stopped, and asking in vain is free', async () => {
  const { key } = await service.account('pro');
  const own = { ...env, HOOKLINE_KEY: key };
  const started = program.start(['changes', '--follow', '--into', 'followed.jsonl', '--every', '1s'], own);
  await started.lines(1);
  const callsBefore = (await service.get('/usage', key)).body.data.windows[0].used;
  await importLines([line(600)]);
  const [, second = ''] = await started.lines(2);
  assert.deepEqual(JSON.parse(second), { ...JSON.parse(second), added: 1, updated: 0, retired: 0 });
  assert.ok([...readCopy('followed.jsonl').values()].some(({ text }) => text.endsWith('number 600')));
  started.child.kill('SIGTERM');
  assert.equal((await started.exit).code, 0);
  const used = (await service.get('/usage', key)).body.data.windows[0].used;
  assert.ok(used - callsBefore <= 2, `${used - callsBefore} calls`);
});

test('changes --since lists changes, and --follow alone only later ones', async () => {
  const [first] = await program.records(['changes', '--since', '0', '--fields', 'id,change'], { env });
  assert.deepEqual(Object.keys(first), ['id', 'change']);
  const started = program.start(['changes', '--follow', '--every', '1s'], env);
  // It has asked for the version when its first walk has been made.
  await until(
    async () => (await service.get('/usage/history?by=endpoint', env.HOOKLINE_KEY)).body.data,
    (calls) => calls.some(({ endpoint }: { endpoint: string }) => endpoint === '/meta'),
  );
  await importLines([line(700)]);
  const [change = ''] = await started.lines(1);
  assert.deepEqual([JSON.parse(change).change, JSON.parse(change).hook.text], ['added', 'A line to copy, number 700']);
  started.child.kill('SIGINT');
  assert.equal((await started.exit).code, 0);
  assert.equal((await program.run(['changes'], { env })).code, 2);
});

// hookline search, export and changes on a changing catalog: all hooks, and files that are either complete or absent.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { hookFields } from '../../../src/catalog/record.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { noTerminal, openProgram, type Program } from './program.ts';

let service: TestService;
let program: Program;
let env: Record<string, string>;

const line = (n: number, more = {}) => hookLine(`Money rule ${n}`, { views: 200_000 + n, id: String(n), ...more });
const lines = Array.from({ length: 130 }, (_, n) => line(n));
const importLines = (changed: readonly string[], query = '') =>
  service.import(changed.join('\n'), `preset=hookline&format=jsonl&source=copies${query}`);

before(async () => {
  [service, program] = await Promise.all([testService(), openProgram()]);
  const food = { niche: 'food', platform: 'YouTube', views: 5_000_000 };
  await importLines([...lines, line(200, food), line(201, { views: 9_000_000 })]);
  env = { HOOKLINE_URL: service.url, HOOKLINE_KEY: (await service.account('enterprise')).key };
});

after(async () => {
  await service?.close();
  await program?.close();
});

const records = (...args: string[]) => program.records(args, { env });
const read = (name: string) => readFileSync(name, 'utf8');
const sha256 = (name: string) => createHash('sha256').update(readFileSync(name)).digest('hex');
const leftovers = () => globSync('*.{part,resume}');

test('search prints JSON Lines with the seven fields when piped, over all needed pages, with filters', async () => {
  const hooks = await records('search', 'money', 'rule', '--limit', '120');
  assert.deepEqual([hooks.length, new Set(hooks.map(({ id }) => id)).size], [120, 120]);
  assert.deepEqual(Object.keys(hooks[0]), hookFields);
  assert.equal((await records('search', '--all')).length, 132);
  const textsOf = async (...args: string[]) => (await records('search', ...args)).map(({ text }) => text);
  const options = ['--niche', 'food,travel', '--platform=youtube', '--min-views', '1_000_000'];
  assert.deepEqual(await textsOf(...options, '--filter', 'max_views=6000000'), ['Money rule 200']);
  // Values may begin with a hyphen.
  assert.deepEqual(await textsOf('--niche', '-finance', '--sort=-added_at'), ['Money rule 200']);
});

test('a closed pipe ends the command without an error; a full disk is an error', {
  skip: !existsSync('/dev/full') && 'needs /dev/full',
}, async () => {
  const started = program.start(['search', '--all'], env);
  started.child.stdout?.once('data', () => started.child.stdout?.destroy());
  const { code, stderr } = await started.exit;
  assert.deepEqual([code, stderr], [0, '']);
  const help = [...started.child.spawnargs.slice(0, 2), 'help'];
  const failed = spawnSync('sh', ['-c', '"$0" "$@" > /dev/full', ...help], { encoding: 'utf8' });
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /Can't write the output\. No space left on the disk/);
});

test('export writes the file with its SHA-256, or to a pipe, and lists, downloads and cancels', async () => {
  const [record] = await records('export', '-o', 'HOOKS.CSV', '--filter', 'max_views=200049');
  assert.deepEqual([record.file, record.records, record.truncated], ['HOOKS.CSV', 50, false]);
  assert.equal(record.sha256, sha256('HOOKS.CSV'));
  assert.match(read('HOOKS.CSV'), /^id,text,views,/);
  assert.deepEqual(leftovers(), []);
  assert.equal((await records('export', '--filter', 'max_views=200009')).length, 10);
  const [newest] = await records('export', 'list');
  const [saved] = await records('export', 'download', newest.export_id, '-o', 'HOOKS.CSV', '--yes');
  assert.equal(saved.sha256, sha256('HOOKS.CSV'));
  assert.equal((await program.run(['export', 'cancel', newest.export_id], { env })).code, 2);
  const [canceled] = await records('export', 'cancel', newest.export_id, '--yes');
  assert.equal(canceled.status, 'expired');
  const gone = await program.run(['export', 'download', newest.export_id, '-o', 'gone.csv'], { env });
  assert.deepEqual([gone.code, existsSync('gone.csv')], [4, false]);
});

test('on a terminal export confirms an overwrite', { skip: noTerminal }, async () => {
  writeFileSync('asked.csv', 'mine');
  const { code } = await program.onTerminal(['export', '-o', 'asked.csv'], [['[y/N]', 'n\r']], env);
  assert.deepEqual([code, read('asked.csv')], [1, 'mine']);
});

test('export refuses an unwritable path before it requests an export, and leaves nothing behind', async () => {
  const { key } = await service.account('enterprise');
  mkdirSync('folder');
  writeFileSync('mine.csv', 'mine');
  for (const [path, message] of [
    ['hooks.xlsx', /"xlsx" is not a format\. Pass --format csv/],
    ['folder', /folder is a directory\. Specify a file in it/],
    ['/dev/null', /not a regular file/],
    ['mine.csv', /overwrites mine\.csv\. Confirm with --yes/],
  ] as const) {
    const confirmed = path === 'mine.csv' ? [] : ['--yes'];
    const refused = await program.run(['export', '-o', path, ...confirmed], { env: { ...env, HOOKLINE_KEY: key } });
    assert.equal(refused.code, 2, path);
    assert.match(refused.stderr, message);
  }
  assert.deepEqual([(await service.get('/exports', key)).body.total, read('mine.csv')], [0, 'mine']);
  const scale = await service.account('scale');
  const codes = [];
  for (const own of [scale, scale, await service.account('free')]) {
    const given = { env: { ...env, HOOKLINE_KEY: own.key } };
    codes.push((await program.run(['export', '-o', 'first.csv', '--yes'], given)).code);
  }
  assert.deepEqual([codes, leftovers()], [[0, 5, 3], []]);
});

/** The copy by id, checked for repeats. */
function readCopy(name: string): Map<string, { text: string }> {
  const hooks = read(name).trim().split('\n');
  const byId = new Map(hooks.map((text) => JSON.parse(text)).map((hook) => [hook.id, hook]));
  assert.equal(byId.size, hooks.length);
  return byId;
}

test('changes --into keeps a copy equal to the catalog: added, updated and retired hooks, in any run', async () => {
  const sync = (...args: string[]) => records('changes', '--into', 'copy.jsonl', ...args);
  const catalog = async () => new Map((await records('search', '--full', '--all')).map((hook) => [hook.id, hook]));
  assert.equal((await sync())[0].added, 132);
  const early = read('copy.jsonl.version');
  await importLines([...lines.slice(10), line(0, { views: 900_000 }), line(500)], '&snapshot=1');
  const [{ added, retired }] = await sync();
  assert.deepEqual([added, retired], [1, 11]);
  const copy = readCopy('copy.jsonl');
  assert.deepEqual(copy, await catalog());
  // Simulates a kill before the version of the copy was stored.
  writeFileSync('copy.jsonl.version', early);
  await sync();
  assert.deepEqual(readCopy('copy.jsonl'), copy);
  const other = { ...env, HOOKLINE_URL: service.url.replace('127.0.0.1', 'localhost') };
  assert.match((await program.run(['changes', '--into', 'copy.jsonl'], { env: other })).stderr, /is a copy of http/);

  // A new copy replaces the old one when it is complete.
  rmSync('copy.jsonl.version');
  const away = { ...env, HOOKLINE_URL: 'http://127.0.0.1:9' };
  assert.equal((await program.run(['changes', '--into', 'copy.jsonl', '--yes'], { env: away })).code, 6);
  assert.deepEqual(readCopy('copy.jsonl'), copy);
  writeFileSync('copy.jsonl', '{"id":"hook_1","text":"a line of an older copy"}\n');
  await sync('--since', '0', '--yes');
  assert.deepEqual(readCopy('copy.jsonl'), copy);
});

test('changes --follow applies later changes until stopped, and unchanged responses are free', async () => {
  const { key } = await service.account('pro');
  const own = { ...env, HOOKLINE_KEY: key };
  assert.equal((await program.run(['changes'], { env: own })).code, 2);
  const copying = program.start(['changes', '--follow', '--into', 'followed.jsonl', '--every', '1s'], own);
  await copying.lines(1);
  const used = async () => (await service.get('/usage', key)).body.data.windows[0].used;
  const before = await used();
  await importLines([line(600)]);
  const [, second = ''] = await copying.lines(2);
  assert.deepEqual(JSON.parse(second), { ...JSON.parse(second), added: 1, updated: 0, retired: 0 });
  assert.ok([...readCopy('followed.jsonl').values()].some(({ text }) => text === 'Money rule 600'));
  assert.ok((await used()) - before <= 2);
  copying.child.kill('SIGTERM');
  assert.equal((await copying.exit).code, 0);
});

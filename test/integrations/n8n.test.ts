// The n8n nodes in n8n's own engine, against the real service, where `npm ci` in their folder has installed n8n.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { defined } from '../setup/defined.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import type { Answer, Command } from './n8n-engine.ts';

const directory = join(import.meta.dirname, '../../integrations/n8n-nodes-hookline');
const isInstalled = existsSync(join(directory, 'node_modules/n8n-core'));
const options = {
  skip: !isInstalled && 'n8n is not installed: npm ci --ignore-scripts in integrations/n8n-nodes-hookline',
};
const bin = (name: string) => join(directory, 'node_modules/.bin', name);

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the items
type Item = { json: any; binary?: Record<string, { fileName: string; mimeType: string; data: string }> };

let service: TestService;
let home: string;
let engine: ChildProcess;
let key: string;
let sent = 0;
const deliveries: Item[][] = [];

before(async () => {
  if (!isInstalled) return;
  home = await mkdtemp(join(tmpdir(), 'hookline-n8n-'));
  [service] = await Promise.all([
    testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' }),
    promisify(execFile)(bin('n8n-node'), ['build'], { cwd: directory }),
  ]);
  const lines = Array.from({ length: 230 }, (_, n) =>
    hookLine(`A line for a workflow, number ${n}`, { niche: n < 205 ? 'travel' : 'finance', views: 200_000 + n }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  key = (await service.account('enterprise')).key;
  engine = fork(join(import.meta.dirname, 'n8n-engine.ts'), { env: { ...process.env, N8N_USER_FOLDER: home } });
  engine.on('message', ({ number, value, error }: Answer) => {
    if (number === 0 && error) console.error(error);
    if (number === 0) deliveries.push(value as Item[]);
  });
  await once(engine, 'message');
});

after(async () => {
  engine?.kill();
  await service?.close();
  if (home) await rm(home, { recursive: true });
});

/** Rejects with the error text that n8n shows. */
async function ask<T>(node: Command['node'], method: Command['method'], more: Partial<Command> = {}): Promise<T> {
  const number = ++sent;
  const answered = new Promise<Answer>((resolve) => {
    const onMessage = (answer: Answer) => {
      if (answer.number !== number) return;
      engine.off('message', onMessage);
      resolve(answer);
    };
    engine.on('message', onMessage);
  });
  engine.send({ number, node, method, credentials: { url: `${service.url}/`, apiKey: ` ${key}\n` }, ...more });
  const { value, error } = await answered;
  if (error) throw Object.assign(new Error(String(error.message)), error);
  return value as T;
}

const run = (parameters: Command['parameters'], more: Partial<Command> = {}) =>
  ask<Item[]>('Hookline', 'run', { parameters, ...more });

test("n8n's linter finds nothing, and n8n loads the nodes and the credential with their icons", options, async () => {
  const { stdout } = await promisify(execFile)(bin('eslint'), ['.'], { cwd: directory });
  assert.equal(stdout, '');
  const names = ['hookline', 'hooklineTrigger', 'hooklineInstantTrigger', 'hooklineApi'];
  const icons = ['light', 'dark'];
  assert.deepEqual(
    await ask('Hookline', 'load'),
    names.map((name) => [name, icons]),
  );
});

test('actions return the records of the API, all of them with the filters of each page', options, async () => {
  const filters = { niche: ['travel'], min_views: 200_000, q: 'workflow' };
  const full = { resource: 'hook', operation: 'getAll', limit: 1, allFields: true, options: { sort: 'views' } };
  const drawn = { resource: 'hook', operation: 'getRandom', count: 3, options: { seed: 'a' } };
  const trend = { resource: 'trend', operation: 'getAll', by: 'niche', window: '30d' };
  const reads: [parameters: Record<string, unknown>, path: string][] = [
    [
      { resource: 'hook', operation: 'getAll', limit: 7, filters },
      '/hooks?niche=travel&min_views=200000&q=workflow&limit=7',
    ],
    [full, '/hooks/full?sort=views&limit=1'],
    [drawn, '/hooks/random?count=3&seed=a'],
    [{ resource: 'hook', operation: 'get', hookId: 'hook_1' }, '/hooks/hook_1'],
    [trend, '/trends?by=niche&window=30d'],
  ];
  for (const [parameters, path] of reads) {
    const { body } = await service.get(path, key);
    const items = (await run(parameters)).map(({ json }) => json);
    assert.deepEqual(items, [body.data].flat(), path);
  }
  const all = await run({ resource: 'hook', operation: 'getAll', returnAll: true, filters });
  assert.deepEqual([all.length, new Set(all.map(({ json }) => json.id)).size], [205, 205]);
  const text = 'A line for a workflow, number 210';
  const { body: checked } = await service.send('POST', '/check', key, { body: { text, niche: 'travel' } });
  const check = { resource: 'draft', operation: 'check', text, options: { niche: 'travel' } };
  assert.deepEqual(await run(check), [{ json: checked.data }]);
});

test('the polling trigger starts with later changes, and polls without changes are free', options, async () => {
  const { key: apiKey } = await service.account('pro');
  const credentials = { url: service.url, apiKey };
  const parameters = { changes: ['added', 'retired'], filters: { niche: ['travel'], min_views: 300_000 } };
  const poll = () => ask<Item[][] | null>('HooklineTrigger', 'poll', { parameters, credentials });
  const example = await ask<Item[][]>('HooklineTrigger', 'example', {
    parameters: { changes: ['added'] },
    credentials,
  });
  assert.equal(example[0]?.length, 3);
  assert.equal(await poll(), null);
  const lines = [
    hookLine('A line that is new', { niche: 'travel', views: 400_000 }),
    hookLine('A line with few views', { niche: 'travel', views: 200_000 }),
    hookLine('A line of another niche', { niche: 'finance', views: 400_000 }),
  ];
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=later');
  const [found = []] = (await poll()) ?? [];
  assert.deepEqual(
    found.map(({ json }) => [json.change, json.hook.text]),
    [['added', 'A line that is new']],
  );
  assert.equal(await poll(), null);
  const used = async () => (await service.get('/usage', apiKey)).body.data.windows[0].used;
  const before = await used();
  assert.deepEqual([await poll(), await poll(), await used()], [null, null, before]);
  const { id } = defined(found[0]).json;
  await service.operator('PATCH', `/operator/hooks/${id}`, { state: 'retired' });
  const [retired = []] = (await poll()) ?? [];
  assert.deepEqual(
    retired.map(({ json }) => [json.change, json.id, json.hook]),
    [['retired', id, null]],
  );
});

test('the instant trigger subscribes, takes signed deliveries once, and unsubscribes', options, async () => {
  const parameters = { filters: { niche: ['beauty'], min_views: 100_000, language: '' } };
  const hook = (method: 'activate' | 'exists' | 'deactivate') =>
    ask<boolean>('HooklineInstantTrigger', method, { parameters });
  const list = async () => (await service.get('/webhooks', key)).body.data;
  assert.equal(await hook('exists'), false);
  assert.equal(await hook('activate'), true);
  assert.equal(await hook('exists'), true);
  const [created] = await list();
  assert.deepEqual(
    [created.filters, created.description],
    [{ niche: ['beauty'], min_views: 100_000 }, 'n8n workflow Tests'],
  );
  const arrived = async (count: number) => {
    while (deliveries.length < count) await once(engine, 'message');
    return deliveries[count - 1]?.map(({ json }) => json.text);
  };
  const lines = [hookLine('A line of beauty', { niche: 'beauty' }), hookLine('A line of travel', { niche: 'travel' })];
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=delivered');
  assert.deepEqual(await arrived(1), ['A line of beauty']);
  await service.observed('delivery_attempted', created.webhook_id);
  const { body: log } = await service.get(`/webhooks/${created.webhook_id}/deliveries`, key);
  const { delivery_id } = log.data[0];
  await service.send('POST', `/webhooks/${created.webhook_id}/replay`, key, { body: { delivery_id } });
  assert.deepEqual(await arrived(2), []);
  const forged = {
    'webhook-id': 'a',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,AAAA',
  };
  const response = await fetch(created.webhook_url, {
    method: 'POST',
    headers: forged,
    body: '{"data":{"hooks":[{}]}}',
  });
  assert.equal(response.status, 401);
  assert.equal(await hook('deactivate'), true);
  assert.deepEqual([await list(), await hook('exists')], [[], false]);
});

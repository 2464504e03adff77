// The SDK with the real service: its types, lists, errors, changes, exports.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { emitResources } from '../../scripts/sdk/resources.ts';
import { emitTypes } from '../../scripts/sdk/types.ts';
import {
  createHookline,
  type FullHook,
  type Hookline,
  HooklineExportError,
  type HooklineOptions,
  isHooklineError,
} from '../../sdk/src/index.ts';
import { saveExport } from '../../sdk/src/node.ts';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';

let service: TestService;
let key: string;
let hookline: Hookline;

before(async () => {
  service = await sharedService();
  key = (await service.account('enterprise')).key;
  hookline = client();
});

const client = (options: Partial<HooklineOptions> = {}) => createHookline({ key, baseUrl: service.url, ...options });

/** Resolves with the error that a promise rejects with. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail('it succeeded'),
    (error) => error,
  );

/** A client that counts its requests. */
function counting(options: Partial<HooklineOptions> = {}) {
  const urls: string[] = [];
  const counted: typeof fetch = (url, init) => {
    urls.push(String(url));
    return fetch(url, init);
  };
  return { urls, hookline: client({ fetch: counted, ...options }) };
}

test('sdk/src matches the types and methods of the served document; npm run generate writes them', async () => {
  const { body } = await service.get('/openapi.json');
  const written = (name: string) => readFileSync(join(import.meta.dirname, '../../sdk/src', name), 'utf8');
  assert.equal(written('openapi.ts'), emitTypes(body));
  assert.equal(written('resources.ts'), emitResources(body));
});

test('an awaited list is its first page', async () => {
  const query = { niche: ['travel'], facets: ['niche', 'platform'], limit: 5 };
  const page = await hookline.hooks.list(query);
  const { body } = await service.get('/hooks?niche=travel&facets=niche,platform&limit=5', key);
  assert.deepEqual(page.data, body.data);
  assert.deepEqual([page.total, page.nextCursor, page.facets], [8, body.next_cursor, body.facets]);
  assert.ok(page.rateLimit && page.rateLimit.remaining > 0 && page.rateLimit.resetsAt.getTime() > Date.now());
  assert.deepEqual(hookline.rateLimit(), page.rateLimit);
  assert.match(page.requestId, /^req_/);
});

test('iteration returns every hook once, in large pages unless limit is set, and stops requesting when it stops', async () => {
  const { urls, hookline } = counting();
  const ids = (await Array.fromAsync(hookline.hooks.list())).map(({ id }) => id);
  assert.deepEqual([ids.length, new Set(ids).size], [40, 40]);
  assert.match(urls.join(), /limit=100/);
  urls.length = 0;
  const pages = await Array.fromAsync(hookline.hooks.full({ limit: 15, fields: 'id' }).pages());
  const paged = pages.map(({ data }) => data.map(({ id }) => id));
  assert.deepEqual([paged.map(({ length }) => length), paged.flat(), urls.length], [[15, 15, 10], ids, 3]);
  urls.length = 0;
  const first = hookline.hooks.list({ limit: 10 });
  for await (const { id } of first) if (id) break;
  assert.equal(urls.length, 1);
  const { nextCursor } = await first;
  const rest = await Array.fromAsync(hookline.hooks.list({ limit: 10, cursor: nextCursor ?? '' }));
  assert.equal(rest.map(({ id }) => id).join(), ids.slice(10).join());
});

test('error responses become errors with all properties of the problem document', async () => {
  const wrong = await failure(hookline.hooks.list({ niche: 'finanse' }));
  assert.ok(isHooklineError(wrong, 'invalid_parameter'));
  assert.deepEqual([wrong.status, wrong.errors[0]?.did_you_mean, wrong.name], [400, 'finance', 'HooklineError']);
  assert.match(wrong.requestId ?? '', /^req_/);
  assert.match(wrong.message, /finanse/);
  assert.ok(isHooklineError(await failure(client({ key: undefined }).meta()), 'missing_key'));
  assert.ok(isHooklineError(await failure(hookline.hooks.get('hook_999')), 'not_found', 'gone'));
  assert.ok(isHooklineError(await failure(hookline.hooks.get('a/b?c')), 'not_found'));
  const { id, key: freeKey } = await service.account('free');
  const { body: limited } = await service.operator('POST', `/operator/accounts/${id}/keys`, { scopes: ['usage'] });
  const unscoped = await failure(client({ key: limited.key }).meta());
  assert.ok(isHooklineError(unscoped, 'scope_required') && unscoped.requiredScope === 'read');
  const free = client({ key: freeKey });
  const refused = await failure(free.hooks.full());
  assert.ok(isHooklineError(refused, 'plan_required') && refused.requiredPlan === 'starter');
  assert.ok(!isHooklineError(refused, 'gone') && !isHooklineError(new Error('another')));
});

test('cached responses do not use quota and cannot be modified by a caller', async () => {
  const free = await service.account('free');
  const { urls, hookline } = counting({ key: free.key, cacheSize: 2 });
  const first = await hookline.hooks.list({ niche: 'travel' });
  defined(first.data[0]).text = 'Spoiled';
  const second = await hookline.hooks.list({ niche: 'travel' });
  assert.notEqual(second.data[0]?.text, 'Spoiled');
  assert.equal(second.data.length, first.data.length);
  assert.equal(urls.length, 2);
  const [day] = (await hookline.usage()).windows;
  assert.equal(day?.used, 1);
  for (const limit of [3, 3, 4]) await hookline.hooks.query({ filters: { niche: 'travel' }, limit });
  assert.equal((await hookline.usage()).windows[0]?.used, 3);
});

test('the changes since 0 are the whole catalog, and their last page gives its version', async () => {
  const copy = new Map<string, FullHook>();
  const changes = hookline.changes({ limit: 15 });
  assert.throws(() => changes.catalogVersion(), /Read every page of changes first/);
  for await (const { id, hook } of changes) {
    if (hook) copy.set(id, hook);
    if (copy.size === 40) assert.throws(() => changes.catalogVersion());
  }
  assert.deepEqual(new Set(copy.values()), new Set(await Array.fromAsync(hookline.hooks.full())));
  const later = hookline.changes({ since: changes.catalogVersion() });
  assert.deepEqual([await Array.fromAsync(later), later.catalogVersion()], [[], changes.catalogVersion()]);
  assert.equal((await later).catalogVersion, changes.catalogVersion());
});

test('run creates an export, waits and returns its exact bytes', async () => {
  const seen: string[] = [];
  const input = { format: 'jsonl', filters: { niche: ['travel'] } } as const;
  const { record, download } = await hookline.exports.run(input, { onProgress: ({ status }) => seen.push(status) });
  assert.deepEqual([seen[0], seen.at(-1), record.records], ['processing', 'complete', 8]);
  let progress = 0;
  const bytes = await new Response(download({ verify: true, onProgress: (got) => (progress = got) })).bytes();
  assert.deepEqual([bytes.length, progress], [record.size_bytes, record.size_bytes]);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), record.sha256);
  const lines = new TextDecoder().decode(bytes).trim().split('\n');
  const records = lines.map((line): unknown => JSON.parse(line));
  assert.deepEqual(records, await Array.fromAsync(hookline.hooks.full({ niche: 'travel' })));
});

test('saveExport writes the complete file or none, and waiting for an export without one fails with its status', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'hookline-save-'));
  try {
    const file = await hookline.exports.run({ format: 'csv' });
    await saveExport(file, join(directory, 'hooks.csv'));
    const written = await readFile(join(directory, 'hooks.csv'));
    assert.equal(createHash('sha256').update(written).digest('hex'), file.record.sha256);
    await hookline.exports.cancel(file.record.export_id);
    const gone = await failure(saveExport(file, join(directory, 'other.csv')));
    assert.ok(isHooklineError(gone, 'gone'));
    const error = await failure(hookline.exports.wait(file.record.export_id));
    assert.ok(error instanceof HooklineExportError && error.reason === 'expired');
    assert.equal(error.record.export_id, file.record.export_id);
    assert.deepEqual(await readdir(directory), ['hooks.csv']);
  } finally {
    await rm(directory, { recursive: true });
  }
});

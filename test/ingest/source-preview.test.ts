// Previews of sources: what the first run would import, before the source is created.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../src/cli/run.ts';
import type { SourcePreview } from '../../src/ingest/sources/preview.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { signInAsOperator } from '../setup/session.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';
import { type FakeYtDlp, fakeYtDlp } from '../setup/yt-dlp/fake-yt-dlp.ts';
import { fingerprint } from './fingerprint.ts';

let service: TestService;
let upstream: Upstream;
let fake: FakeYtDlp;

before(async () => {
  fake = fakeYtDlp();
  [service, upstream] = await Promise.all([
    testService({
      HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
      HOOKLINE_LIMIT_PREVIEW_BYTES: '30000',
      HOOKLINE_YTDLP: fake.program,
    }),
    startUpstream(),
  ]);
});
after(async () => {
  await Promise.all([service.close(), upstream.close()]);
  fake.close();
});

const send = (body: object) => service.operator('POST', '/operator/sources/preview', body);

async function preview(body: object): Promise<SourcePreview> {
  const answer = await send(body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

test('a preview of a URL shows what would be published, what waits and why, and writes nothing', async () => {
  const lines = [
    hookLine('A line that would be published'),
    JSON.stringify({ text: 'Look at salt', views: 300_000, platform: 'TikTok', language: 'en' }),
    hookLine('Seen by nobody', { views: 7 }),
  ];
  upstream.put('/lines.jsonl', lines.join('\n'));
  const before = await fingerprint(service.databaseUrl);
  const found = await preview({ location: upstream.url('/lines.jsonl'), preset: 'hookline' });
  assert.deepEqual(
    found.preview?.records.map(({ text, result }) => [text, result]),
    [
      ['A line that would be published', 'added'],
      ['Look at salt', 'pending'],
      [found.preview?.records[2]?.text, 'rejected'],
    ],
  );
  assert.deepEqual(found.preview?.reasons.map(({ reason }) => reason).length, 2);
  assert.deepEqual(
    [found.preview?.preset, found.parts, found.usage, found.notices, found.missing_secrets, found.found],
    ['hookline', { read: 1, total: 1 }, {}, [], [], null],
  );
  assert.deepEqual(await fingerprint(service.databaseUrl), before);
  assert.deepEqual((await service.operator('GET', '/operator/sources')).body.sources, []);
});

test('of a long file only the beginning is downloaded', async () => {
  const line = `${hookLine(`A long line ${'x'.repeat(200)}`)}\n`;
  let closed: Promise<unknown> = Promise.resolve();
  upstream.put('/endless.jsonl', (res) => {
    closed = once(res, 'close');
    res.write(line.repeat(200));
    // It never ends by itself.
  });
  const found = await preview({ location: upstream.url('/endless.jsonl'), preset: 'hookline' });
  assert.equal(found.preview?.read_bytes, 30_000);
  assert.ok((found.preview?.report.read ?? 0) > 10);
  await closed;
});

test('of a directory the first files are read, and no hook counts as missing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'hookline-preview-'));
  for (let n = 1; n <= 7; n++)
    await writeFile(join(directory, `${n}.jsonl`), hookLine(`Line of file ${n}`, { id: `${n}` }));
  await service.import(hookLine('Known before', { id: 'k' }), 'preset=hookline&format=jsonl&source=files');
  const found = await preview({ name: 'files', location: directory, preset: 'hookline', snapshot: true });
  assert.deepEqual(
    [found.parts, found.preview?.report.added, found.preview?.report.retired],
    [{ read: 5, total: 7 }, 5, 0],
  );
  await rm(directory, { recursive: true });
});

test('what is wrong with a source is said as when it is created', async () => {
  for (const body of [
    { location: 'notes.txt' },
    { location: 'youtube:@a youtube:@a' },
    { location: 'youtube:@a', snapshot: true },
    { location: upstream.url('/lines.jsonl'), preset: 'hooklin' },
    { location: upstream.url('/lines.jsonl'), every: 'often' },
  ]) {
    const [previewed, created] = [
      await send(body),
      await service.operator('POST', '/operator/sources', { name: 'bad', ...body }),
    ];
    assert.deepEqual([previewed.status, previewed.body.errors], [422, created.body.errors], JSON.stringify(body));
  }
});

test('a URL that fails says why at the location', async () => {
  const { status, body } = await send({ location: upstream.url('/none.jsonl') });
  assert.equal(status, 422);
  assert.equal(body.errors[0].pointer, '#/location');
  assert.match(body.detail, /404/);
});

test('a session may not preview files of the server', async () => {
  const session = await signInAsOperator(service);
  const { status, body } = await session.send('POST', '/operator/sources/preview', { location: tmpdir() });
  assert.deepEqual([status, body.code], [403, 'operator_key_required']);
});

test('a missing secret is named, and nothing is asked without it', async () => {
  const location = upstream.url('/secret.json');
  const request = { headers: { Authorization: 'Bearer $secret:apify' } };
  const found = await preview({ location, request });
  assert.deepEqual([found.missing_secrets, found.preview], [['apify'], null]);
  assert.deepEqual(upstream.requests('/secret.json'), []);
  assert.deepEqual((await preview({ location: 'youtube:@handle' })).missing_secrets, ['youtube']);
});

test('a client that leaves ends the download', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  upstream.put('/slow.jsonl', (res) => {
    closed = once(res, 'close');
    res.write(`${hookLine('The first line')}\n`);
  });
  const leaving = new AbortController();
  const asked = fetch(`${service.url}/operator/sources/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ location: upstream.url('/slow.jsonl'), preset: 'hookline' }),
    signal: leaving.signal,
  });
  await upstream.received('/slow.jsonl', 1);
  leaving.abort();
  await assert.rejects(asked);
  await closed;
});

test('a preview of a collector shows ten records, what the rest is and the cost, and stores none of them', async () => {
  const videos = Array.from({ length: 15 }, (_, n) => {
    const views = n < 2 ? 5 : 250_000;
    return {
      id: `${7_300_000_000_000_000_000n + BigInt(n)}`,
      title: `The lamp ${n} that nobody told you about`,
      views,
    };
  });
  fake.set({ videos });
  const { api_usage: unused, ...before } = await fingerprint(service.databaseUrl);
  const location = 'yt-dlp:https://www.tiktok.com/@one yt-dlp:https://www.tiktok.com/@two';
  const found = await preview({ location });
  assert.equal(found.preview?.records.length, 10);
  assert.equal(found.preview.preset, 'yt-dlp');
  assert.deepEqual([found.parts, found.notices], [{ read: 1, total: 2 }, []]);
  assert.ok((found.found?.imported ?? 0) >= 10 && found.found?.watched === 2, JSON.stringify(found.found));
  const used = found.usage['yt-dlp'] ?? 0;
  assert.ok(used >= 10 && used <= 15, `${used}`);
  const { usage } = (await service.operator('GET', '/operator/sources')).body;
  assert.equal(usage.find(({ api }: { api: string }) => api === 'yt-dlp').used, used);
  const { api_usage: counted, ...after } = await fingerprint(service.databaseUrl);
  assert.deepEqual(after, before);
  assert.notEqual(counted, unused);
});

test('where nothing is found there is no preview, and every location was read', async () => {
  fake.set({ videos: [] });
  const empty = await preview({ location: 'yt-dlp:https://www.tiktok.com/@none yt-dlp:https://www.tiktok.com/@no' });
  assert.deepEqual([empty.preview, empty.parts.read], [null, 2]);
});

test('the list of sources says how many units of each API were used', async () => {
  const { usage } = (await service.operator('GET', '/operator/sources')).body;
  assert.deepEqual(
    usage.map(({ api, used, limit }: { api: string; used: number; limit: number }) => [api, used, limit]),
    [
      ['youtube', 0, 10_000],
      ['youtube-search', 0, 100],
      ['yt-dlp', usage[2].used, 300],
    ],
  );
  for (const { resets_at } of usage) assert.ok(Date.parse(resets_at) > Date.now());
});

test('`hookline admin sources add … --dry-run` prints the preview and creates nothing', async (context) => {
  upstream.put('/dry.jsonl', hookLine('A line of a dry run'));
  const { mock } = context.mock.method(console, 'log', () => {});
  const dry = async (...words: string[]) => {
    mock.resetCalls();
    const flags = ['--dry-run', '--url', service.url, '--key', operatorKey];
    assert.equal(await runCommand(['sources', 'add', ...words, ...flags]), 0);
    return mock.calls.map((call) => call.arguments.join(' ')).join('\n');
  };
  const output = await dry('dry', upstream.url('/dry.jsonl'), '--preset', 'hookline');
  assert.match(output, /dry: 1 record, preset hookline\nNothing was imported\. The import would be: 1 published/);
  assert.match(output, /line 1: published\n {6}A line of a dry run/);
  assert.equal((await service.operator('GET', '/operator/sources/dry')).status, 404);
});

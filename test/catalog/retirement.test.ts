// What clients see of hooks that are retired, restored, merged, or of the same words.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createHookline } from '../../sdk/src/index.ts';
import { nextVersion } from '../../src/catalog/store.ts';
import { openDatabase } from '../../src/db/database.ts';
import { hookNumber } from '../../src/lib/ids.ts';
import { defined } from '../setup/defined.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let key: string;

before(async () => {
  service = await testService();
  key = (await service.account('enterprise')).key;
});

after(() => service.close());

const all = Array.from({ length: 60 }, (_, at) => at);
const line = (at: number) => hookLine(`Line number ${at}`, { id: `v${at}`, views: 200_000 + (at % 7) });
const snapshotOf = async (kept: readonly number[]) => {
  const query = 'preset=hookline&format=jsonl&source=retirement&snapshot=1';
  return (await service.import(kept.map(line).join('\n'), query)).report;
};

test('pagination neither repeats nor skips published hooks while others are retired and return', async () => {
  await snapshotOf(all);
  const seen: string[] = [];
  let page = 0;
  for (let next = ''; ; page++) {
    const { body } = await service.get(`/hooks?limit=7${next}`, key);
    seen.push(...body.data.map(({ text }: { text: string }) => text));
    if (body.next_cursor === null) break;
    next = `&cursor=${body.next_cursor}`;
    // Every third line goes and comes with each page, also those that a cursor names.
    await snapshotOf(all.filter((at) => page % 2 === 1 || at % 3 !== 0));
  }
  assert.equal(new Set(seen).size, seen.length, 'none twice');
  for (const at of all.filter((one) => one % 3 !== 0))
    assert.ok(seen.includes(`Line number ${at}`), `${at} is skipped`);
});

test('a retired hook answers 410, and returns under its id with its history', async () => {
  await snapshotOf(all);
  const { body } = await service.get('/hooks?q=line%20number%2041&limit=1', key);
  const [{ id, text }] = body.data;
  const report = await snapshotOf(all.filter((at) => `Line number ${at}` !== text));
  assert.equal(report.retired, 1);
  const gone = await service.get(`/hooks/${id}`, key);
  assert.deepEqual([gone.status, gone.body.code], [410, 'gone']);
  await snapshotOf(all);
  const back = await service.get(`/hooks/${id}`, key);
  assert.deepEqual([back.status, back.body.data.text], [200, text]);
});

test('an export contains one complete version, whatever is retired during it', async () => {
  await snapshotOf(all);
  const { body } = await service.send('POST', '/export', key, { body: { format: 'jsonl' } });
  await snapshotOf(all.slice(0, 10));
  await service.observed('export_finished', body.export_id);
  const { body: done } = await service.get(`/export/${body.export_id}`, key);
  const lines = (await (await fetch(done.download_url)).text()).trim().split('\n');
  assert.deepEqual([done.status, done.records], ['complete', lines.length]);
  assert.ok(lines.length === 60 || lines.length === 10, `${lines.length} records are of no version`);
});

test('a merged hook redirects to the one that replaced it, uncounted, and ends as that one is retired', async () => {
  await snapshotOf(all);
  const idOf = async (at: number) =>
    (await service.get(`/hooks?q=line%20number%20${at}&limit=1`, key)).body.data[0].id as string;
  const [first, second, last] = [await idOf(51), await idOf(52), await idOf(53)];
  const merge = async (from: string, into: string | null) => {
    const { db, close } = openDatabase(service.databaseUrl, () => {});
    await db.transaction().execute(async (trx) => {
      const version = await nextVersion(trx);
      const merged_into = into === null ? null : hookNumber(into);
      const set = { state: 'retired', retired_by: 'merge', merged_into, version } as const;
      await trx
        .updateTable('hooks')
        .set(set)
        .where('id', '=', defined(hookNumber(from)))
        .execute();
    });
    await close();
    await until(
      () => get(from),
      ({ status }) => status !== 200,
    );
  };
  const get = (id: string) =>
    fetch(`${service.url}/hooks/${id}`, { headers: { authorization: `Bearer ${key}` }, redirect: 'manual' });
  await merge(first, second);
  await merge(second, last);
  const used = async () => (await service.get('/usage', key)).body.data.windows[0].used;
  const before = await used();
  const redirect = await get(first);
  assert.equal(redirect.status, 308);
  assert.equal(new URL(redirect.headers.get('location') ?? '', redirect.url).href, `${service.url}/hooks/${last}`);
  assert.deepEqual(JSON.parse(await redirect.text()).data, { id: first, merged_into: last });
  assert.equal(await used(), before);
  assert.equal((await service.get(`/hooks/${first}`, key)).body.data.id, last, 'fetch follows it with the key');
  const sdk = createHookline({ key, baseUrl: service.url, cacheSize: 10 });
  assert.deepEqual([(await sdk.hooks.get(second)).id, (await sdk.hooks.get(second)).id], [last, last]);
  const changesOf = async (id: string) => {
    const changes = await Array.fromAsync(sdk.changes());
    return changes.filter((change) => change.id === id).map(({ change, merged_into }) => [change, merged_into]);
  };
  assert.deepEqual([await changesOf(first), await changesOf(last)], [[['retired', last]], [['added', null]]]);
  await merge(last, null);
  assert.equal((await get(first)).status, 410);
  assert.deepEqual(await changesOf(first), [['retired', null]]);
});

test('distinct=text lists and draws one hook of each text, and counts texts', async () => {
  const video = (id: number, views: number, niche: string) =>
    JSON.stringify({
      ...JSON.parse(hookLine(id < 3 ? 'Say it twice!' : `Say it ${id} times`, { id: `twin${id}`, views, niche })),
      source_url: `https://www.tiktok.com/@twins/video/71000000000000000${id}`,
    });
  const lines = [video(1, 300_000, 'food'), video(2, 400_000, 'travel'), video(3, 350_000, 'food')];
  const { report } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=twins');
  assert.equal(report.added, 3);
  const ask = async (query: string) => (await service.get(`/hooks${query}`, key)).body;
  const viewsOf = ({ data }: { data: { views: number }[] }) => data.map(({ views }) => views);
  const query = '?q=say%20it&distinct=text';
  assert.deepEqual(viewsOf(await ask('?q=say%20it')), [400_000, 350_000, 300_000]);
  assert.deepEqual(viewsOf(await ask(`${query}&sort=-views`)), [400_000, 350_000]);
  assert.deepEqual(viewsOf(await ask(`${query}&sort=views`)), [300_000, 350_000]);
  assert.deepEqual(viewsOf(await ask(`${query}&niche=food`)), [350_000, 300_000]);
  const full = await ask(`/full${query}&facets=niche,platform&limit=1`);
  assert.equal(full.total, 2);
  assert.deepEqual(full.facets, { niche: { food: 2, travel: 1 }, platform: { TikTok: 2 } });
  const next = await ask(`/full${query}&limit=1&cursor=${full.next_cursor}`);
  assert.deepEqual([...viewsOf(full), ...viewsOf(next), next.next_cursor], [400_000, 350_000, null]);
  const other = await ask(`/full?q=say%20it&limit=1&cursor=${full.next_cursor}`);
  assert.equal(other.code, 'invalid_cursor', 'a cursor is bound to it');
  const drawn = await ask(`/random${query}&count=10`);
  assert.deepEqual([drawn.total, viewsOf(drawn).sort()], [2, [350_000, 400_000]]);
  for (const path of ['', '/full', '/random']) {
    const { status, body } = await service.get(`/hooks${path}?distinct=texts`, key);
    assert.deepEqual([status, body.errors[0].parameter, body.errors[0].did_you_mean], [400, 'distinct', 'text']);
  }
});

test('a language finds its regional variants in lists, draws, facets and exports; a variant finds itself', async () => {
  const lines = ['pt', 'pt-BR', 'pt-PT', 'es'].map((language, at) =>
    hookLine(`Linha ${language} de teste`, { id: `l${at}`, language }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=languages');
  const count = async (query: string) => (await service.get(`/hooks${query}`, key)).body.total;
  assert.deepEqual(
    await Promise.all(['?language=pt', '?language=PT-br', '?language=pt-PT,pt', '/random?language=pt'].map(count)),
    [3, 1, 3, 3],
  );
  const { body } = await service.get('/hooks?q=linha&language=pt&facets=language', key);
  assert.deepEqual(
    [body.facets.language.pt, body.facets.language['pt-BR'], body.facets.language['pt-PT']],
    [1, 1, 1],
    'facets count exact values',
  );
  const sent = await service.send('POST', '/export', key, { body: { format: 'jsonl', filters: { language: 'pt' } } });
  assert.equal(sent.body.total_matching, 3);
});

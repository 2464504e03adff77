// Values that are not in the taxonomy: proposed once each, mapped for all records of a source, and kept for its next import.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Body, type IngestService, ingestService } from './ingest-service.ts';

let service: IngestService;
before(async () => {
  service = await ingestService();
});

const rows = (extra: object[]) =>
  extra
    .map((row) => ({ views: 500_000, platform: 'TikTok', archetype: 'how_to', emotional_trigger: 'joy', ...row }))
    .map((row) => JSON.stringify(row))
    .join('\n');
const importRows = async (source: string, extra: object[], more = ''): Promise<Body> => {
  const line = await service.import(rows(extra), `format=jsonl&source=${source}${more}`);
  assert.ok(line.report ?? line.preview, JSON.stringify(line));
  return line.report ?? line.preview;
};
const operator = async (method: string, path: string, body?: object): Promise<Body> => {
  const { status, body: answer } = await service.operator(method, path, body);
  assert.ok(status < 300, JSON.stringify(answer));
  return answer;
};
const proposalOf = ({ field, value, records, nearest }: Body) => [field, value, records, nearest];
const unknownOf = async (source: string) =>
  (await operator('GET', `/operator/values?state=unknown&source=${source}`)).values.map(proposalOf);
const mapValue = (field: string, value: string, becomes: string | null, source: string) =>
  operator('PUT', '/operator/values', { field, value, becomes, source });
const hooksOf = async (source: string) =>
  (await operator('GET', `/operator/hooks?source=${source}&sort=newest`)).hooks.map(
    ({ text, state, niche, platform, labels, review }: Body) => ({
      text,
      state,
      niche,
      platform,
      method: labels.niche.method,
      reason: review?.reason ?? null,
    }),
  );

const [lid, tray, oven] = ['Why this lid never rusts', 'I left one tray outside', 'Nobody cleans an oven like her'];

test('an unknown value is listed once with the nearest one, and mapping it publishes records pending only for it', async () => {
  const file = [
    { id: 'a', text: lid, niche: 'Fitnes' },
    { id: 'b', text: tray, niche: 'fitnes', platform: 'Reels(Facebook)' },
    { id: 'c', text: oven, niche: 'Fitnes', archetype: 'zzz' },
  ];
  const { unknown_values, report } = await importRows('gym', file, '&dry_run=1');
  assert.equal(report.pending, 3);
  const proposed = [
    ['niche', 'Fitnes', 3, 'fitness'],
    ['archetype', 'zzz', 1, null],
    ['platform', 'Reels(Facebook)', 1, 'Facebook'],
  ];
  assert.deepEqual(unknown_values.map(proposalOf), proposed);
  await importRows('gym', file);
  const [first] = (await operator('GET', '/operator/imports?source=gym')).imports;
  const detail = await operator('GET', `/operator/imports/${first.id}`);
  assert.deepEqual(detail.unknown_values.map(proposalOf), proposed);

  assert.equal((await mapValue('niche', 'FITNES', 'Fitness', 'gym')).records, 3);
  const byText = new Map((await hooksOf('gym')).map((hook: Body) => [hook.text, hook]));
  for (const text of [lid, tray]) {
    const { state, niche, method } = byText.get(text) as Body;
    assert.deepEqual([state, niche, method], ['published', 'fitness', 'given']);
  }
  const waiting = byText.get(oven) as Body;
  assert.deepEqual([waiting.state, waiting.niche, waiting.reason], ['pending', 'fitness', 'unknown_label']);
  assert.deepEqual(await unknownOf('gym'), proposed.slice(1));

  await mapValue('platform', 'Reels(Facebook)', 'Facebook', 'gym');
  await mapValue('archetype', 'zzz', null, 'gym');
  assert.deepEqual(await unknownOf('gym'), []);
  const facebook = (await hooksOf('gym')).find((hook: Body) => hook.text === tray);
  assert.equal(facebook?.platform, 'Facebook');
});

test('a mapping applies to later imports of its source only, and a newer decision replaces it', async () => {
  await mapValue('niche', 'Nom nom', 'food', 'kitchen');
  const file = [{ id: 'a', text: lid, niche: 'Nom nom' }];
  assert.equal((await importRows('kitchen', file)).added, 1);
  assert.equal((await importRows('kitchen', file)).unchanged, 1);
  assert.deepEqual(await unknownOf('kitchen'), []);
  assert.equal((await importRows('garage', [{ ...file[0], id: 'g' }])).pending, 1);

  assert.equal((await mapValue('niche', 'Nom nom', 'home', 'kitchen')).records, 1);
  const [hook] = await hooksOf('kitchen');
  assert.deepEqual([hook.state, hook.niche], ['published', 'home']);
  assert.equal((await importRows('kitchen', file)).unchanged, 1);
  const mapped = (await operator('GET', '/operator/values?state=mapped&source=kitchen')).values;
  assert.deepEqual(
    mapped.map(({ value, becomes }: Body) => [value, becomes]),
    [['nom_nom', 'home']],
  );
});

test('hooks that a mapping published are announced and served, and an unchanged record counts as unchanged', async () => {
  const file = [
    { id: 'a', text: lid, niche: 'Fud', archetype: 'zzz' },
    { id: 'b', text: tray, niche: 'Fud' },
  ];
  const { key } = await service.account('enterprise');
  const { body: webhook } = await service.send('POST', '/webhooks', key, {
    body: { webhook_url: service.upstream.url('/announced') },
  });
  await importRows('stall', file);
  await mapValue('niche', 'Fud', 'food', 'stall');
  const [served] = (await service.hooksOf('stall')) as Body[];
  assert.deepEqual([served?.text, served?.niche], [tray, 'food']);
  const { data } = (await service.get(`/webhooks/${webhook.webhook_id}/deliveries`, key)).body;
  assert.equal(data.length, 1);
  // The other files of the lane count deliveries.
  await service.send('DELETE', `/webhooks/${webhook.webhook_id}`, key);
  assert.equal((await importRows('stall', file)).unchanged, 2);
});

test('a taxonomy value cannot be mapped, and a mapping must lead to one', async () => {
  const put = async (value: string, becomes: string) =>
    (await service.operator('PUT', '/operator/values', { field: 'niche', value, becomes })).status;
  assert.deepEqual([await put('Fitness', 'food'), await put('Fud', 'foood')], [409, 422]);
});

test('a language that is not a tag is ignored and detected', async () => {
  const file = [
    { id: 'a', text: 'Why nobody ever told you about this pan', niche: 'food', language: 'english please' },
  ];
  assert.equal((await importRows('tags', file)).added, 1);
  const [hook] = (await operator('GET', '/operator/hooks?source=tags')).hooks;
  assert.equal(hook.language, 'en');
});

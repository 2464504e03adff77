// Niches and archetypes that operators add: listed, given by files, guessed by their words, accepted by filters, and removed when unused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readTrainingLines } from '../../src/catalog/labelling/training/train.ts';
import { openDatabase } from '../../src/db/database.ts';
import { setOwnValues } from '../../src/taxonomy/taxonomy.ts';
import { connect } from '../mcp/clients.ts';
import { type Body, type IngestService, ingestService } from './ingest-service.ts';

let service: IngestService;
before(async () => {
  service = await ingestService();
});

// The other files of the lane use the default taxonomy.
after(async () => {
  await service.query('delete from own_values');
  setOwnValues([]);
});

const put = (body: object) => service.operator('PUT', '/operator/taxonomy', body);
const remove = (kind: string, id: string) => service.operator('DELETE', `/operator/taxonomy/${kind}/${id}`);
const importRows = async (source: string, rows: object[]) => {
  const known = { views: 500_000, platform: 'TikTok', archetype: 'how_to', emotional_trigger: 'joy' };
  const lines = rows.map((row) => JSON.stringify({ ...known, ...row })).join('\n');
  const { report } = await service.import(lines, `format=jsonl&source=${source}`);
  assert.ok(report);
};
const nichesOf = async (source: string): Promise<Body> =>
  Object.fromEntries(
    (await service.hooksOf(source)).map(({ text, niche, state, labels }: Body) => [
      text,
      [niche, state, labels.niche.method],
    ]),
  );
const askFor = (niche: string) => service.get(`/hooks?niche=${niche}`, service.key);

test('a niche of an operator is in the taxonomy, accepted in files and filters, and guessed by its words', async () => {
  const [named, aliased, worded] = [
    'She made it from one ball',
    'Count to nine, then turn',
    'My first crochet blanket',
  ];
  await importRows('yarn', [{ text: named, niche: 'Knitting & Yarn' }]);
  assert.deepEqual((await nichesOf('yarn'))[named]?.[1], 'pending');
  const before = await askFor('knitting_yam');
  assert.equal(before.status, 400);

  const words = ['crochet', 'double stitch'];
  const added = await put({ kind: 'niche', name: 'Knitting & yarn', aliases: ['Needle Work'], words });
  assert.equal(added.status, 200, JSON.stringify(added.body));
  const { id, aliases, hooks } = added.body;
  assert.deepEqual([id, aliases, hooks], ['knitting_yarn', ['knitting_&_yarn', 'needle_work'], 1]);
  assert.deepEqual((await nichesOf('yarn'))[named], ['knitting_yarn', 'published', 'given']);
  assert.equal((await askFor('knitting_yarn')).body.total, 1);
  assert.equal((await askFor('needle_work')).body.total, 1);
  assert.match(JSON.stringify((await askFor('knitting_yam')).body), /Did you mean knitting_yarn/);
  const { niche } = (await service.get('/taxonomy', service.key)).body.data;
  assert.equal(niche.at(-1).name, 'Knitting & yarn');

  const doubled = 'The double stitch nobody taught me';
  await importRows('yarn', [{ text: aliased, niche: 'needle work' }, { text: worded }, { text: doubled }]);
  const niches = await nichesOf('yarn');
  assert.deepEqual(niches[aliased], ['knitting_yarn', 'published', 'given']);
  for (const text of [worded, doubled]) assert.deepEqual(niches[text], ['knitting_yarn', 'published', 'rules']);

  const agent = await connect('2.x, 2026-07-28', service.url, service.key);
  const { tools } = await agent.listTools();
  assert.match(JSON.stringify(tools.find(({ name }) => name === 'search_hooks')?.inputSchema), /"knitting_yarn"/);
  await agent.close();
});

test('an archetype of an operator has its hooks in GET /archetypes', async () => {
  assert.equal((await put({ kind: 'archetype', name: 'Door knock', words: ['knock'] })).status, 422);
  await put({ kind: 'archetype', name: 'Door knock' });
  await importRows('doors', [{ text: 'Knock, and the whole street opens', archetype: 'door knock', niche: 'home' }]);
  const { data } = (await service.get('/archetypes', service.key)).body;
  const { name, family, hooks } = data.find((one: Body) => one.id === 'door_knock');
  assert.deepEqual([name, family, hooks], ['Door knock', null, 1]);
});

test('hooks with a value of an operator train the other labels only', async () => {
  await put({ kind: 'niche', name: 'Juggling' });
  await importRows('circus', [{ text: 'Five balls and one hand', niche: 'juggling' }]);
  await service.operator('POST', '/operator/trust', { source: 'circus', trust: 100 });
  const { db, close } = openDatabase(service.databaseUrl, () => {});
  const lines = (await readTrainingLines(db)).filter(({ source }) => source === 'circus');
  await close();
  assert.deepEqual(
    lines.map(({ labels }) => labels),
    [{ archetype: 'how_to', emotional_trigger: 'joy' }],
  );
});

test('a name or alias of another value is refused, and PUT of the same name replaces the value', async () => {
  for (const taken of ['Fitness', 'GYM']) {
    assert.equal((await put({ kind: 'niche', name: taken })).status, 409, taken);
    assert.equal((await put({ kind: 'niche', name: 'Bird watching', aliases: [taken] })).status, 409, taken);
  }
  await put({ kind: 'niche', name: 'Bird watching', aliases: ['Birding'] });
  assert.equal((await put({ kind: 'niche', name: 'Birds', aliases: ['birding'] })).status, 409);
  const { status, body } = await put({ kind: 'niche', name: 'Bird Watching', aliases: ['Twitching'] });
  assert.deepEqual([status, body.name, body.aliases], [200, 'Bird Watching', ['twitching']]);
  assert.equal((await put({ kind: 'niche', name: 'Birds', aliases: ['birding'] })).status, 200);
  assert.equal((await put({ kind: 'niche', name: 'Owls', words: ['three word phrase'] })).status, 422);
});

test('a value is removed with the mappings to it, but not while a hook has it', async () => {
  await put({ kind: 'niche', name: 'Kites' });
  const mapped = { field: 'niche', value: 'Kyte', becomes: 'kites', source: 'sky' };
  await service.operator('PUT', '/operator/values', mapped);
  await importRows('sky', [{ text: 'It flew for two whole days', niche: 'Kyte' }]);
  const [{ id }] = (await service.hooksOf('sky')) as [Body];
  assert.equal((await remove('niche', 'kites')).status, 409);
  await service.operator('PATCH', `/operator/hooks/${id}`, { niche: 'travel' });
  assert.equal((await remove('niche', 'kites')).status, 200);
  assert.equal((await askFor('kites')).status, 400);
  assert.deepEqual((await service.operator('GET', '/operator/values?state=mapped&source=sky')).body.values, []);
  assert.equal((await remove('niche', 'fitness')).status, 404);
});

// The included model in a service: English lines are found by meaning without any endpoint, and readers do not wait for the job.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMeaning, startVectorThread } from '../../src/catalog/embeddings/vector-thread.ts';
import { refreshInThread } from '../../src/catalog/near-duplicates/actions.ts';
import { readStarterSet } from '../../src/catalog/seed/starter-set.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { openLocalEmbedder } from '../../src/embeddings/local/local-embedder.ts';
import { query } from '../setup/refresh.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

const [sample = ''] = readStarterSet().flatMap(({ text, language }) => (language === 'en' ? [text] : []));
const english = [
  'She left her office career and opened a bakery',
  'You are doing leg day wrong and it shows',
  'Recruiters throw your CV away for this reason',
  sample,
];
const reworded = ['Three habits that are ruining your sleep', 'Three habits that ruin your sleep'];
const other = 'Nadie te dice esto antes de comprar una casa';

let service: TestService;
let key: string;

before(async () => {
  service = await testService({ HOOKLINE_EMBEDDINGS: 'local' });
  const hooks = [
    ...[...english, ...reworded].map((text) => hookLine(text, { id: text })),
    hookLine(other, { id: other, language: 'es' }),
  ];
  await service.import(hooks.join('\n'), 'preset=hookline&format=jsonl');
  ({ key } = await service.account('enterprise'));
  await until(health, ({ embeddings }) => embeddings.vectors === english.length + reworded.length);
});
after(() => service.close());

const health = async () => (await service.operator('GET', '/operator/health')).body;

test('a draft finds the line that means the same, and only English lines get a vector', async () => {
  const { body } = await service.send('POST', '/similar', key, { body: { text: 'I quit my job to bake bread' } });
  const [first] = body.data;
  assert.equal(first.text, english[0]);
  assert.ok(first.similarity.why.some(({ kind }: { kind: string }) => kind === 'meaning'));
  // Without a key too: the text stays in the service.
  const demo = await service.send('POST', '/demo/check', undefined, { body: { text: 'I quit my job to bake bread' } });
  assert.equal(demo.body.data.similar[0].text, english[0]);
  const { embeddings } = await health();
  assert.deepEqual([embeddings.dimensions, embeddings.waiting], [128, 0]);
});

test('lines that say the same in partly other words are near duplicates', async () => {
  await refreshInThread(service.databaseUrl, new AbortController().signal);
  const { body } = await service.operator('GET', '/operator/hooks?duplicates=near');
  assert.deepEqual(body.hooks.map(({ text }: { text: string }) => text).sort(), reworded);
});

test('a draft in another language is not given to the model', async () => {
  const embedded: string[] = [];
  const vectors: Parameters<typeof openMeaning>[0]['vectors'] = {
    serve: async () => {},
    load: async () => {},
    embed: async (texts) => {
      embedded.push(...texts);
      return texts.map(() => new Int8Array(128));
    },
    search: async () => [],
    figures: () => ({ version: 1, vectors: 1, waiting: 0, dimensions: 128, bytes: 0 }),
    close: async () => {},
  };
  const meaning = await openMeaning({ vectors, config: { model: 'm' }, observe: () => {} });
  const find = (text: string) => meaning.find({ version: 1 } as Snapshot, { text, limit: 1 });
  assert.equal(await find('¿Por qué nadie te dice esto de tu trabajo?'), undefined);
  assert.deepEqual(await find('Nobody tells you this about your job'), []);
  assert.deepEqual(embedded, ['Nobody tells you this about your job']);
});

test('vectors of the starter set are stored without the model', async () => {
  const [row] = await query(
    service,
    "select encode(e.vector, 'hex') as vector from embeddings e join hooks h using (text_group) where h.text = $1",
    [sample],
  );
  const included = openLocalEmbedder('m').included?.() ?? [];
  assert.ok(included.some(({ vector }) => Buffer.from(vector).toString('hex') === row?.vector));
});

test('a draft does not wait for a job of many texts', async () => {
  const task = { url: service.databaseUrl, model: 'm', isEnglishOnly: true };
  const thread = startVectorThread(task, () => {});
  await thread.embed(['loads the model']);
  const ended: string[] = [];
  const texts = Array.from({ length: 150 }, (_, at) => `Line number ${at} of many that a job embeds`);
  const job = openLocalEmbedder('m')
    .embed(texts, new AbortController().signal)
    .then(({ embeddings }) => ended.push(`job ${embeddings?.length}`));
  for (let draft = 0; draft < 3; draft++) ended.push(`draft ${(await thread.embed([`Draft ${draft}`]))?.length}`);
  await job;
  assert.deepEqual(ended, ['draft 1', 'draft 1', 'draft 1', 'job 150']);
  await thread.close();
});

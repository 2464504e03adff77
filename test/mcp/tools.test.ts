// The MCP server as the official clients of both generations see it: every tool, prompt and resource.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defined } from '../setup/defined.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type Content, callTool, clientKinds, connect } from './clients.ts';

let service: TestService;
let key: string;

const lines = [
  hookLine('Rye bread needs patience and a hot oven', { id: 'a', views: 900_000, niche: 'food', archetype: 'how_to' }),
  hookLine('Rye bread needs patience and a cold oven', { id: 'b', views: 800_000, niche: 'food' }),
  hookLine('Stop buying rye bread before you read this', { id: 'c', views: 700_000, archetype: 'negative_command' }),
  ...Array.from({ length: 40 }, (_, at) => hookLine(`Line ${at} about money that nobody tells you`, { id: `f${at}` })),
];

before(async () => {
  service = await testService();
  key = (await service.account('scale')).key;
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=mcp');
});
after(() => service.close());

const expectedTools = [
  ...['search_hooks', 'get_hook', 'random_hooks', 'similar_hooks', 'check_draft', 'adapt_hook', 'get_trends'],
  ...['list_taxonomy', 'list_searches', 'list_collections', 'get_collection', 'save_hook', 'remove_hook'],
];
const textsOf = (hooks: Content[]) => hooks.map(({ text }) => text);

for (const kind of clientKinds)
  test(`client ${kind}: every tool answers, concise and detailed`, async () => {
    const client = await connect(kind, service.url, key);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      expectedTools,
    );
    const call = (name: string, args?: Content) => callTool(client, name, args);

    const found = await call('search_hooks', { q: 'rye bread', limit: 2 });
    assert.deepEqual(textsOf(found.hooks), [
      'Rye bread needs patience and a hot oven',
      'Rye bread needs patience and a cold oven',
    ]);
    assert.deepEqual([found.total, found.isError, found.catalog_version], [3, false, 1]);
    assert.match(found.note, /never follow instructions/);
    const [quota] = found.quota;
    assert.deepEqual([quota.window, quota.limit], ['month', 100_000]);
    const rest = await call('search_hooks', { q: 'rye bread', limit: 2, cursor: found.next_cursor });
    assert.deepEqual([rest.hooks.length, rest.next_cursor], [1, null]);
    assert.equal(defined(rest.quota[0]).remaining, quota.remaining - 1);
    const filtered = await call('search_hooks', { niche: ['food'], archetype: ['how_to'], min_views: 850_000 });
    assert.equal(filtered.total, 1);
    const full = await call('search_hooks', { q: 'rye', response_format: 'detailed' });
    assert.equal(defined(full.hooks[0]).language, 'en');

    const { id } = found.hooks[0];
    const one = await call('get_hook', { id });
    assert.deepEqual([one.hook.id, 'why' in one.hook], [id, false]);
    assert.ok((await call('get_hook', { id, response_format: 'detailed' })).hook.why);

    const drawn = await call('random_hooks', { count: 5, seed: 'x', niche: ['food'] });
    assert.equal(drawn.hooks.length, 2);
    const near = await call('similar_hooks', { id });
    assert.equal(textsOf(near.hooks)[0], 'Rye bread needs patience and a cold oven');
    const toText = await call('similar_hooks', { text: 'my rye bread needs patience', niche: ['food'], limit: 1 });
    assert.deepEqual([toText.hooks.length, Object.keys(toText.hooks[0].similarity)], [1, ['score']]);
    const why = await call('similar_hooks', { id, response_format: 'detailed' });
    assert.ok(why.hooks[0].similarity.why.length > 0);

    const draft = await call('check_draft', { text: 'Stop buying rye bread', platform: 'TikTok' });
    assert.ok(draft.check.archetype.confidence > 0);
    assert.ok(draft.check.similar.length <= 3);
    const whole = await call('check_draft', { text: 'Stop buying rye', response_format: 'detailed' });
    assert.ok(whole.check.archetype.alternatives);
    const adapted = await call('adapt_hook', { template: 'Stop buying [topic]', topic: 'cheap knives' });
    assert.equal(adapted.lines[0].text, 'Stop buying cheap knives');
    const trends = await call('get_trends', { by: 'niche', window: '30d' });
    assert.deepEqual([trends.by, 'series' in trends.trends[0]], ['niche', false]);
    assert.ok((await call('get_trends', { by: 'niche', response_format: 'detailed' })).trends[0].series);
    const taxonomy = await call('list_taxonomy', { label: 'platform' });
    assert.ok(taxonomy.labels.platform.includes('TikTok'));
    assert.deepEqual(Object.keys(taxonomy.labels), ['platform']);
    const terms = await call('list_taxonomy', { response_format: 'detailed' });
    assert.ok(terms.labels.archetype[0].description);
    const { body: saved } = await service.send('POST', '/searches', key, {
      body: { name: kind, filters: { niche: 'food', max_word_count: 8 } },
    });
    const listed = await call('list_searches');
    const search = defined(listed.searches.find(({ name }: Content) => name === kind));
    assert.deepEqual([search.filters, search.sort], [{ niche: ['food'], max_word_count: 8 }, null]);
    const { filters } = search;
    for (const response_format of ['concise', 'detailed'])
      assert.equal((await call('search_hooks', { filters, response_format })).total, 2);
    assert.equal((await call('search_hooks', { filters, archetype: ['how_to'], sort: null })).total, 1);
    assert.equal((await call('search_hooks', { filters, niche: ['finance'] })).total, 41);
    const used = await call('list_searches', { response_format: 'detailed' });
    assert.equal(defined(used.searches[0]).readers, 0);
    assert.ok(!JSON.stringify([listed, used]).includes(saved.feed_url), 'the address of a feed is a secret');
    const { body: board } = await service.send('POST', '/collections', key, { body: { name: kind } });
    const { collection_id } = board;
    await service.send('POST', `/collections/${collection_id}/share`, key);
    const place = { note: 'Second cut', tags: ['rye'], position: 1 };
    const { saved: placed } = await call('save_hook', { collection_id, hook_id: id, ...place });
    assert.deepEqual([placed.hook_id, placed.note, placed.position], [id, 'Second cut', 1]);
    const holding = await call('list_collections', { hook: id });
    const own = defined(holding.collections.find(({ name }: Content) => name === kind));
    assert.deepEqual([own.collection_id, own.hooks, 'share_url' in own], [collection_id, 1, false]);
    const read = await call('get_collection', { collection_id });
    assert.deepEqual([read.hooks[0].hook.id, read.hooks[0].note, read.collection.name], [id, 'Second cut', kind]);
    const inBoard = await call('search_hooks', { collection: [collection_id] });
    assert.equal(inBoard.total, 1, JSON.stringify(inBoard));
    const elsewhere = { filters: { collection: [`col_${'0'.repeat(16)}`] }, collection: [`-${collection_id}`] };
    assert.equal((await call('search_hooks', elsewhere)).total, lines.length - 1);
    const removal = { collection_id, hook_id: id };
    const unused = await call('save_hook', { ...removal, note: '', tags: [] });
    assert.deepEqual([unused.saved.note, unused.saved.tags], ['Second cut', ['rye']]);
    assert.deepEqual((await call('remove_hook', removal)).removed, 1);
    assert.deepEqual((await call('remove_hook', removal)).removed, 0);
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name);
    assert.deepEqual(changing, ['save_hook', 'remove_hook']);
    await client.close();
  });

for (const kind of clientKinds)
  test(`client ${kind}: every prompt and resource answers, with completion, and takes no quota`, async () => {
    const client = await connect(kind, service.url, key);
    const before = await service.get('/usage', key);
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['write_openings', 'explain_line', 'whats_rising'],
    );
    const values: Record<string, string> = { topic: 'rye bread', line: 'Stop buying bread', niche: 'food' };
    for (const { name, arguments: args = [] } of prompts) {
      const given = Object.fromEntries(args.map((one) => [one.name, values[one.name] ?? 'TikTok']));
      const { messages } = await client.getPrompt({ name, arguments: given });
      const text = JSON.stringify(messages);
      for (const one of args) assert.ok(text.includes(defined(given[one.name])), `${name} ${one.name}`);
    }
    await assert.rejects(client.getPrompt({ name: 'write_openings', arguments: {} }), /topic/);
    await assert.rejects(client.getPrompt({ name: 'nothing', arguments: {} }), /Unknown prompt/);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'whats_rising' },
      argument: { name: 'niche', value: 'fo' },
    });
    assert.ok(completion.values.includes('food'));

    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['hookline://archetypes/{id}'],
    );
    for (const uri of ['hookline://taxonomy', 'hookline://plans', 'hookline://archetypes/how_to']) {
      assert.ok(resources.some((one) => one.uri === uri));
      const { contents } = await client.readResource({ uri });
      const [content] = contents as { uri: string; text: string }[];
      assert.equal(content?.uri, uri);
      assert.ok(JSON.parse(defined(content).text));
    }
    await assert.rejects(client.readResource({ uri: 'hookline://archetypes/none' }), /none/);
    const ids = await client.complete({
      ref: { type: 'ref/resource', uri: 'hookline://archetypes/{id}' },
      argument: { name: 'id', value: 'how' },
    });
    assert.deepEqual(ids.completion.values, ['how_to']);
    const after = await service.get('/usage', key);
    assert.deepEqual(after.body.data.windows, before.body.data.windows);
    await client.close();
  });

// The MCP server with the official clients of both generations: every tool, prompt and resource, and their list in docs/mcp.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';
import { type Content, callTool, clientKinds, connect } from './clients.ts';

let service: TestService;
let key: string;

before(async () => {
  service = await sharedService();
  key = (await service.account('scale')).key;
});

const textsOf = (hooks: Content[]) => hooks.map(({ text }) => text);
const aboutFood = sharedHooks.filter(({ niche }) => niche === 'food').map(({ text }) => text);

for (const kind of clientKinds)
  test(`client ${kind} calls tools, and reads prompts and resources`, async () => {
    const client = await connect(kind, service.url, key);
    const { tools } = await client.listTools();
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name);
    assert.deepEqual(changing, ['save_hook', 'remove_hook']);
    const found = await callTool(client, 'search_hooks', { q: 'food', sort: '-views', limit: 5 });
    assert.deepEqual(textsOf(found.hooks), aboutFood.slice(0, 5));
    const { messages } = await client.getPrompt({ name: 'explain_line', arguments: { line: 'Größe zählt' } });
    assert.match(JSON.stringify(messages), /Größe/);
    const [content] = (await client.readResource({ uri: 'hookline://plans' })).contents as { text: string }[];
    assert.ok(JSON.parse(defined(content).text));
    await client.close();
  });

test('docs/mcp.md lists every tool and prompt, and the list uses at most 3,000 tokens', async () => {
  const client = await connect('2.x, 2026-07-28', service.url, (await service.account('enterprise')).key);
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const page = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8');
  for (const { name } of [...tools, ...prompts]) assert.match(page, new RegExp(`^\\| \`${name}\` +\\|`, 'm'));
  const { length } = JSON.stringify(tools);
  // A token has about four characters of such JSON.
  assert.ok(length / 4 <= 3_000, `${length} characters`);
  // Some clients cannot read patterns.
  assert.doesNotMatch(JSON.stringify(tools), /"pattern":/);
  await client.close();
});

test('every tool works, concise and detailed', async () => {
  const client = await connect('2.x, 2026-07-28', service.url, key);
  const call = (name: string, args?: Content) => callTool(client, name, args);

  const found = await call('search_hooks', { q: 'food', sort: '-views', limit: 5 });
  assert.deepEqual(textsOf(found.hooks), aboutFood.slice(0, 5));
  assert.deepEqual([found.total, found.isError, found.catalog_version], [8, false, 1]);
  assert.match(found.note, /never follow instructions/);
  assert.match(found.next, /adapt_hook/);
  const [quota] = found.quota;
  assert.deepEqual([quota.window, quota.limit], ['month', 100_000]);
  const rest = await call('search_hooks', { q: 'food', sort: '-views', limit: 5, cursor: found.next_cursor });
  assert.deepEqual([textsOf(rest.hooks), rest.next_cursor], [aboutFood.slice(5), null]);
  assert.equal(defined(rest.quota[0]).remaining, quota.remaining - 1);
  assert.match((await call('search_hooks', { q: 'zebra', match: 'words', niche: ['food'] })).next, /other words/);
  const filtered = await call('search_hooks', { niche: ['food'], archetype: ['how_to'], min_views: 1_800_000 });
  assert.equal(filtered.total, 1);

  const { id } = found.hooks[0];
  const one = await call('get_hook', { id });
  assert.deepEqual([one.hook.id, 'why' in one.hook], [id, false]);
  assert.ok((await call('get_hook', { id, response_format: 'detailed' })).hook.why);
  assert.equal((await call('random_hooks', { count: 10, seed: 'x', niche: ['food'] })).hooks.length, 8);
  const near = await call('similar_hooks', { text: 'what food taught me', niche: ['food'], limit: 1 });
  assert.deepEqual([near.hooks.length, Object.keys(near.hooks[0].similarity)], [1, ['score', 'closeness', 'reason']]);
  const why = await call('similar_hooks', { id, response_format: 'detailed' });
  assert.ok(why.hooks[0].similarity.why.length > 0 && !why.hooks.some((hook: Content) => hook.id === id));

  const draft = await call('check_draft', { text: 'What money taught me', platform: 'TikTok' });
  assert.ok(draft.check.archetype.confidence > 0 && draft.check.similar.length <= 5);
  assert.equal(Object.keys(draft.check)[0], 'verdict');
  const adapted = await call('adapt_hook', { template: 'Stop buying [topic]', topic: 'cheap knives' });
  assert.equal(adapted.lines[0].text, 'Stop buying cheap knives');
  const trends = await call('get_trends', { by: 'niche', window: '30d' });
  assert.deepEqual([trends.by, 'series' in trends.trends[0]], ['niche', false]);
  const { labels } = await call('list_taxonomy', { label: 'platform' });
  assert.ok(Object.keys(labels).join() === 'platform' && labels.platform.includes('TikTok'));

  const { body: saved } = await service.send('POST', '/searches', key, {
    body: { name: 'Saved', filters: { niche: 'food', max_word_count: 8 } },
  });
  const listed = await call('list_searches');
  const { filters, sort } = defined(listed.searches.find(({ name }: Content) => name === 'Saved'));
  assert.deepEqual([filters, sort], [{ niche: ['food'], max_word_count: 8 }, null]);
  assert.equal((await call('search_hooks', { filters, archetype: ['how_to'], sort: null })).total, 2);
  assert.deepEqual((await call('search_hooks', { filters, niche: ['comedy'] })).hooks[0].niche, 'comedy');
  assert.ok(!JSON.stringify(listed).includes(saved.feed_url), 'the URL of a feed is a secret');

  const { body: board } = await service.send('POST', '/collections', key, { body: { name: 'Saved' } });
  const { collection_id } = board;
  await service.send('POST', `/collections/${collection_id}/share`, key);
  const place = { collection_id, hook_id: id };
  const { saved: placed } = await call('save_hook', { ...place, note: 'Second cut', tags: ['rye'], position: 1 });
  assert.deepEqual([placed.hook_id, placed.note, placed.position], [id, 'Second cut', 1]);
  const holding = await call('list_collections', { hook: id });
  const own = defined(holding.collections.find(({ name }: Content) => name === 'Saved'));
  assert.deepEqual([own.collection_id, own.hooks, 'share_url' in own], [collection_id, 1, false]);
  const read = await call('get_collection', { collection_id });
  assert.deepEqual([read.hooks[0].hook.id, read.hooks[0].note, read.collection.name], [id, 'Second cut', 'Saved']);
  assert.equal((await call('search_hooks', { collection: [collection_id] })).total, 1);
  const unchanged = await call('save_hook', { ...place, note: '', tags: [] });
  assert.deepEqual([unchanged.saved.note, unchanged.saved.tags], ['Second cut', ['rye']]);
  assert.deepEqual((await call('remove_hook', place)).removed, 1);
  assert.deepEqual((await call('remove_hook', place)).removed, 0);
  await client.close();
});

test('prompts and resources work, with completion, and use no quota', async () => {
  const client = await connect('2.x, 2026-07-28', service.url, key);
  const { body: unused } = await service.get('/usage', key);
  const { prompts } = await client.listPrompts();
  const values: Record<string, string> = { topic: 'rye bread', line: 'Stop buying bread', niche: 'food' };
  for (const { name, arguments: args = [] } of prompts) {
    const given = Object.fromEntries(args.map((one) => [one.name, values[one.name] ?? 'TikTok']));
    const text = JSON.stringify((await client.getPrompt({ name, arguments: given })).messages);
    for (const value of Object.values(given)) assert.ok(text.includes(value), `${name} ${value}`);
  }
  await assert.rejects(client.getPrompt({ name: 'write_openings', arguments: {} }), /topic/);
  const { resources } = await client.listResources();
  for (const uri of ['hookline://taxonomy', 'hookline://archetypes/how_to']) {
    assert.ok(resources.some((one) => one.uri === uri));
    const [content] = (await client.readResource({ uri })).contents as { text: string }[];
    assert.ok(JSON.parse(defined(content).text));
  }
  await assert.rejects(client.readResource({ uri: 'hookline://archetypes/none' }), /none/);
  for (const [ref, argument, expected] of [
    [{ type: 'ref/prompt', name: 'whats_rising' }, { name: 'niche', value: 'fo' }, 'food'],
    [{ type: 'ref/resource', uri: 'hookline://archetypes/{id}' }, { name: 'id', value: 'how' }, 'how_to'],
  ] as const)
    assert.ok((await client.complete({ ref, argument })).completion.values.includes(expected));
  assert.deepEqual((await service.get('/usage', key)).body.data.windows, unused.data.windows);
  await client.close();
});

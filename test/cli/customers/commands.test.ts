// Commands of hookline that call the API: output, confirmations, errors and exit codes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '../../setup/service.ts';
import { sharedHooks, sharedService } from '../../setup/shared-service.ts';
import { openProgram, type Program } from './program.ts';

let service: TestService;
let program: Program;
let env: Record<string, string>;
let ids: string[];

before(async () => {
  [service, program] = await Promise.all([sharedService(), openProgram()]);
  env = { HOOKLINE_URL: service.url, HOOKLINE_KEY: (await service.account('scale')).key };
  ids = (await records('search', '--limit', '3')).map(({ id }) => id);
});

after(() => program?.close());

const records = (...args: string[]) => program.records(args, { env });

test('--fields selects fields, also nested and those of full hooks, and lists unknown ones', async () => {
  const fields = ['id', 'word_count', 'labels.method'];
  const { stdout } = await program.run(['search', '-n', '2', '--fields', fields.join(), '--json'], { env });
  const [hook, ...more] = JSON.parse(stdout);
  assert.deepEqual([Object.keys(hook), hook['labels.method'], more.length], [fields, 'given', 1]);
  const partly = await program.run(['random', '1', '--fields', 'id,likes'], { env });
  assert.deepEqual([partly.code, Object.keys(JSON.parse(partly.stdout))], [0, ['id']]);
  assert.match(partly.stderr, /Unknown field likes\. Fields are id, text, views/);
});

test('random, get, similar, check, trends, taxonomy and usage print the API response', async () => {
  const { HOOKLINE_KEY: key } = env;
  const draw = () => records('random', '5', '--niche', 'finance', '--seed', 'x');
  const drawn = await draw();
  assert.deepEqual([drawn.length, await draw()], [5, drawn]);
  const [id = ''] = ids;
  const { body } = await service.get(`/hooks/${id}`, key);
  assert.deepEqual(await records('get', id), [body.data]);
  const partly = await program.run(['get', 'hook_99999999', id, '--fields', 'id'], { env });
  assert.deepEqual([partly.code, JSON.parse(partly.stdout)], [4, { id }]);
  assert.match(partly.stderr, /There is no hook_99999999/);
  const [nearest] = await records('similar', ...(sharedHooks[7]?.text.split(' ') ?? []));
  assert.equal(nearest.text, sharedHooks[7]?.text);
  assert.ok((await records('similar', nearest.id, '-n', '3')).length <= 3);
  const input = 'Nobody tells you this about money\n\nOne pan\n';
  const checks = await program.records(['check', '-', '--platform', 'TikTok'], { env, input });
  assert.ok(checks.every(({ archetype }) => archetype.confidence > 0));
  assert.deepEqual(checks.map(({ text }) => `${text}\n`).join('\n'), input);
  assert.deepEqual(await records('trends', '--by', 'niche'), (await service.get('/trends?by=niche', key)).body.data);
  assert.ok((await records('taxonomy', 'niche', '--fields', 'id')).some(({ id }) => id === 'finance'));
  assert.equal((await records('usage'))[1].limit, 100_000);
});

test('saved searches are created with filters, updated, mailed, rotated and deleted', async () => {
  const run = (...args: string[]) => records('searches', ...args);
  assert.deepEqual(await run(), []);
  const [created] = await run('create', 'Finance over 1M', '--niche', 'finance', '--min-views', '1_000_000');
  assert.deepEqual([created.name, created.filters], ['Finance over 1M', { niche: ['finance'], min_views: 1_000_000 }]);
  const { search_id: id, feed_url: url } = created;
  assert.match((await service.get(`${new URL(url).pathname}.csv`)).body, /^id,text,views/);
  const [updated] = await run('update', id, '--name', 'Finance', '--filter', 'sample=false');
  assert.deepEqual([updated.name, updated.filters], ['Finance', { sample: false }]);
  const [rotated] = await run('rotate', id, '--yes');
  assert.notEqual(rotated.feed_url, url);
  assert.equal((await run('list')).map((search) => search.feed_url).join(), rotated.feed_url);
  await run('delete', id, '--yes');
  assert.deepEqual(await run('list'), []);
});

test('collections are created, filled, shown, shared and deleted', async () => {
  const run = (...args: string[]) => records('collections', ...args);
  const [{ collection_id: id }] = await run('create', 'Spring', '--description', 'For May');
  const [first = '', second = '', third = ''] = ids;
  const [saved] = await run('save', id, first, '--note', 'Second cut', '--tags', 'a,b');
  assert.deepEqual([saved.note, saved.tags, saved.position], ['Second cut', ['a', 'b'], 1]);
  const [several] = await run('save', id, ...ids);
  assert.deepEqual([several.added, several.present], [2, 1]);
  await run('save', id, third, '--position', '1');
  const shown = await run('show', id);
  assert.equal(shown.map((hook) => hook.id).join(), [third, first, second].join());
  const [{ share_url: url }] = await run('share', id);
  const page = () => service.get(new URL(url).pathname);
  assert.match((await page()).body, /Second cut/);
  await run('unshare', id, '--yes');
  assert.equal((await page()).status, 404);
  assert.equal((await run('remove', id, first, second, '--yes'))[0].removed, 2);
  const partly = await program.run(['collections', 'save', id, first, 'hook_99999998', 'hook_99999999'], { env });
  const { added, missing } = JSON.parse(partly.stdout);
  assert.deepEqual([partly.code, added, missing], [4, 1, ['hook_99999998', 'hook_99999999']]);
  assert.match(partly.stderr, /Not found: hook_99999998, hook_99999999\./);
  await run('delete', id, '--yes');
  assert.deepEqual(await run('list'), []);
});

test('deleting or replacing a URL requires --yes without a terminal', async () => {
  const [search] = await records('searches', 'create', 'Kept');
  const [{ collection_id: id }] = await records('collections', 'create', 'Kept');
  const [hook = ''] = ids;
  await records('collections', 'save', id, hook);
  const [{ share_url: url }] = await records('collections', 'share', id);
  const [{ alert_id }] = await records('trends', 'alerts', 'create', '--by', 'niche');
  for (const args of [
    ['searches', 'rotate', search.search_id],
    ['collections', 'remove', id, hook],
    ['collections', 'share', id],
    ['collections', 'delete', id],
    ['trends', 'alerts', 'delete', alert_id],
  ]) {
    const { code, stdout, stderr } = await program.run(args, { env });
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, /^hookline: This .*\. Confirm with --yes\.$/m);
  }
  assert.deepEqual(await records('searches'), [search]);
  const [kept] = await records('collections');
  assert.deepEqual([kept.hooks, kept.share_url], [1, url]);
  assert.notEqual((await records('collections', 'share', id, '--yes'))[0].share_url, url);
});

test('exit codes distinguish wrong usage, bad key, missing hook, lacking plan, used up quota and no service', async () => {
  const { HOOKLINE_KEY: key = '' } = env;
  const free = { HOOKLINE_KEY: (await service.account('free')).key };
  const spent = { HOOKLINE_KEY: (await service.account('pro', { per_day: 1 })).key };
  await program.run(['random', '1'], { env: { ...env, ...spent } });
  const cases: [line: string, code: number, message: RegExp, env?: Record<string, string>][] = [
    ['serch', 2, /Did you mean search\?/],
    ['search --nich x', 2, /Unknown option --nich\. Did you mean --niche\?/],
    ['search --niche', 2, /^hookline: --niche needs a value\.$/m],
    ['search --key x', 2, /^hookline: Unknown option --key\.$/m],
    ['search --filter limit=3', 2, /limit is not a filter\. Pass --limit/],
    [`check ${'x'.repeat(501)}`, 2, /^hookline: `text` must have at most 500 characters\.\nRun/],
    ['admin stats', 2, /are part of the service/],
    ['search', 2, /No service URL\./, { HOOKLINE_URL: '' }],
    ['search', 3, /No API key\. Run "hookline login"/, { HOOKLINE_KEY: '' }],
    ['search', 3, /to set another key, and unset HOOKLINE_KEY\./, { HOOKLINE_KEY: `hkl_${'x'.repeat(32)}_000000` }],
    ['get hook_1', 3, /plan/, free],
    ['get hook_99999999', 4, /hook_99999999/],
    ['log req_none', 4, /Request not found in the log/],
    ['random 1', 5, /used up/, spent],
    ['search', 6, /Can't reach Hookline/, { HOOKLINE_URL: 'http://127.0.0.1:9' }],
    ['search', 6, /does not use TLS\. Use an http:\/\/ URL\.$/m, { HOOKLINE_URL: service.url.replace(':', 's:') }],
    ['usage', 6, /is not from Hookline\. Check the base URL/, { HOOKLINE_URL: `${service.url}/dashboard` }],
  ];
  for (const [line, expected, message, more] of cases) {
    const given = { env: { ...env, HOOKLINE_KEY: key, ...more } };
    const { code, stdout, stderr } = await program.run(line.split(' '), given);
    assert.deepEqual([code, stdout], [expected, ''], `${line}: ${stderr}`);
    assert.match(stderr, message);
  }
});

// hookline search, random, get, similar, check, trends, taxonomy and usage, run against a running service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hookFields } from '../../../src/catalog/hook.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';
import { buildProgram, noTerminal, type Program } from './program.ts';

let service: TestService;
let program: Program;
let env: Record<string, string>;

before(async () => {
  [service, program] = await Promise.all([testService(), buildProgram()]);
  const lines = Array.from({ length: 130 }, (_, n) =>
    hookLine(`Money rule number ${n} that banks keep quiet`, { views: 200_000 + n }),
  );
  const wide = hookLine(
    'Save 存钱 today \u001b[31mwith this one simple habit that everybody forgets, again and again and again and again',
    { views: 9_000_000 },
  );
  const food = hookLine('One pan, no dishes', { niche: 'food', platform: 'YouTube', views: 5_000_000 });
  await service.import([...lines, wide, food].join('\n'), 'preset=hookline&format=jsonl');
  env = { HOOKLINE_URL: service.url, HOOKLINE_KEY: (await service.account('scale')).key };
});

after(async () => {
  await service?.close();
  await program?.close();
});

test('search prints JSON Lines with the seven fields when piped, over as many pages as --limit needs', async () => {
  const hooks = await program.records(['search', 'money', 'rule', '--limit', '120'], { env });
  assert.equal(hooks.length, 120);
  assert.equal(new Set(hooks.map(({ id }) => id)).size, 120);
  assert.deepEqual(Object.keys(hooks[0]), hookFields);
  assert.equal((await program.records(['search', '--all'], { env })).length, 132);
});

test('filters are options, and every other one is --filter', async () => {
  const found = await program.records(
    [
      'search',
      '--niche',
      'food,travel',
      '--platform=youtube',
      '--min-views',
      '1_000_000',
      '--filter',
      'format=vlog',
      '--filter',
      'max_views=6000000',
    ],
    { env },
  );
  assert.deepEqual(
    found.map(({ text }) => text),
    ['One pan, no dishes'],
  );
  const others = await program.records(['search', '--niche=-finance', '--sort=-added_at'], { env });
  assert.deepEqual(
    others.map(({ niche }) => niche),
    ['food'],
  );
});

test('--fields selects fields, those of full hooks and nested ones too, and --json prints one document', async () => {
  const { stdout } = await program.run(
    ['search', '--limit', '2', '--fields', 'id,word_count,labels.method', '--json'],
    { env },
  );
  const hooks = JSON.parse(stdout);
  assert.deepEqual(
    hooks.map((hook: object) => Object.keys(hook)),
    [
      ['id', 'word_count', 'labels.method'],
      ['id', 'word_count', 'labels.method'],
    ],
  );
  assert.deepEqual([typeof hooks[0].word_count, hooks[0]['labels.method']], ['number', 'given']);
});

test('--fields says which fields do not exist, --filter which parameters are options, and a value may begin with -', async () => {
  const { code, stdout, stderr } = await program.run(['random', '1', '--fields', 'id,likes'], { env });
  assert.deepEqual([code, Object.keys(JSON.parse(stdout))], [0, ['id']]);
  assert.match(stderr, /No field likes here\. Fields are id, text, views/);
  const limited = await program.run(['search', '--filter', 'limit=3'], { env });
  assert.deepEqual([limited.code, limited.stdout], [2, '']);
  assert.match(limited.stderr, /limit is not a filter\. Pass --limit/);
  assert.equal((await program.run(['search', '--all', '--limit', '3'], { env })).code, 2);
  const others = await program.records(['search', '--niche', '-finance', '--sort', '-added_at'], { env });
  assert.deepEqual(
    others.map(({ niche }) => niche),
    ['food'],
  );
});

test('get prints the hooks that exist and exits with 4 if one does not', async () => {
  const [hook] = await program.records(['search', '--niche', 'food'], { env });
  const { code, stdout, stderr } = await program.run(['get', 'hook_99999999', hook.id, '--fields', 'id'], { env });
  assert.deepEqual([code, JSON.parse(stdout)], [4, { id: hook.id }]);
  assert.match(stderr, /There is no hook_99999999/);
});

test('on a terminal search prints a table that fits, without control characters of texts, and the quota left', {
  skip: noTerminal,
}, async () => {
  const { code, stdout } = await program.onTerminal(['search', '--limit', '3'], [], env);
  assert.equal(code, 0);
  const lines = stdout
    .replaceAll(/\u001b\[\d+m/g, '')
    .trimEnd()
    .split('\r\n');
  assert.match(lines[0] ?? '', /^ID +VIEWS +TEXT +NICHE +ARCHETYPE +PLATFORM$/);
  assert.match(lines[1] ?? '', /^hook_\d+ +9,000,000 +Save 存钱 today \[31mwith .*… +finance +question +TikTok$/);
  for (const line of lines) assert.ok(line.length <= 100 && !line.includes('\u001b'), line);
  assert.match(lines.at(-1) ?? '', /^3 of 132 hooks · [\d,]+ of 100,000 calls left$/);
});

test('random draws as many hooks as wanted, the same with the same seed', async () => {
  const draw = () => program.records(['random', '5', '--niche', 'finance', '--seed', 'x'], { env });
  const [first, second] = [await draw(), await draw()];
  assert.equal(first.length, 5);
  assert.deepEqual(first, second);
});

test('get, similar, check, trends and taxonomy print what the API answers', async () => {
  const [hook] = await program.records(['search', '--niche', 'food'], { env });
  assert.deepEqual(
    (await program.records(['get', hook.id], { env }))[0],
    (await service.get(`/hooks/${hook.id}`, env.HOOKLINE_KEY)).body.data,
  );
  const [nearest] = await program.records(
    ['similar', 'Money', 'rule', 'number', '7', 'that', 'banks', 'keep', 'quiet'],
    { env },
  );
  assert.ok(nearest.similarity.score > 0.9);
  assert.ok((await program.records(['similar', nearest.id, '-n', '3'], { env })).length <= 3);
  const checks = await program.records(['check', '-', '--platform', 'TikTok'], {
    env,
    input: 'Nobody tells you this about money\n\nOne pan\n',
  });
  assert.deepEqual(
    checks.map(({ text }) => text),
    ['Nobody tells you this about money', 'One pan'],
  );
  assert.equal(typeof checks[0].archetype.confidence, 'number');
  const trends = await program.records(['trends', '--by', 'niche'], { env });
  assert.ok(trends.some(({ value }) => value === 'food'));
  const niches = await program.records(['taxonomy', 'niche', '--fields', 'id'], { env });
  assert.ok(niches.some(({ id }) => id === 'finance'));
});

test('on a terminal check describes the draft', { skip: noTerminal }, async () => {
  const { stdout } = await program.onTerminal(['check', 'Money rule number 500 that banks keep quiet'], [], env);
  for (const title of ['archetype', 'Views of its kind', 'Nearest proven hooks'])
    assert.ok(stdout.includes(title), title);
});

test('on a terminal Ctrl-C ends a command that reads drafts', { skip: noTerminal }, async () => {
  const { code } = await program.onTerminal(['check', '-'], [['Drafts, one a line', '\u0003']], env);
  assert.equal(code, 130);
});

test('usage shows the windows, and calls by day and endpoint', async () => {
  const windows = await program.records(['usage'], { env });
  assert.deepEqual(
    windows.map(({ window, limit }) => [window, limit]),
    [
      ['day', null],
      ['month', 100_000],
    ],
  );
  const calls = await program.records(['usage', '--by', 'endpoint'], { env });
  assert.ok(calls.every((record) => 'endpoint' in record && 'calls' in record));
});

test('log lists requests by status, and shows what was answered to one', async () => {
  await program.run(['search', '--filter', 'nich=finance'], { env });
  const [call, ...more] = await program.records(['log', '--status', '400', '-n', '1'], { env });
  assert.deepEqual([call.status, more.length], [400, 0]);
  const [detail] = await program.records(['log', call.request_id], { env });
  assert.equal(detail.problem.code, 'invalid_parameter');
  assert.equal((await program.run(['log', 'req_none'], { env })).code, 4);
});

test('a reader that has enough ends the command without an error', async () => {
  const { code } = await new Promise<{ code: number }>((resolve) => {
    const started = program.start(['search', '--all'], env);
    started.child.stdout?.once('data', () => started.child.stdout?.destroy());
    void started.exit.then(({ code, stderr }) => resolve({ code: stderr === '' ? (code ?? -1) : -1 }));
  });
  assert.equal(code, 0);
});

test('exit codes tell wrong usage, a bad key, a missing hook, a lacking plan, a used up quota and no service apart', async () => {
  const free = { ...env, HOOKLINE_KEY: (await service.account('free')).key };
  const spent = { ...env, HOOKLINE_KEY: (await service.account('pro', { per_day: 1 })).key };
  await program.run(['random', '1'], { env: spent });
  const cases: [string[], Record<string, string>, number, RegExp][] = [
    [['serch'], env, 2, /Did you mean search\?/],
    [['search', '--nich', 'x'], env, 2, /Unknown option --nich\. Did you mean --niche\?/],
    [['trends', '--by', 'niches'], env, 2, /--by must be archetype, .* or format\. Did you mean niche\?/],
    [['search', '--niche', 'finnance'], env, 2, /Did you mean finance\?/],
    [['search', '--niche'], env, 2, /^hookline: --niche needs a value\.$/m],
    [['search', '--key', 'x'], env, 2, /^hookline: Unknown option --key\.$/m],
    [['check', 'x', '--platform', 'zzqq'], env, 2, /"hookline taxonomy" lists the values\.$/m],
    [['check', 'x'.repeat(501)], env, 2, /^hookline: `text` must have at most 500 characters\.\nRun/],
    [['random', 'many'], env, 2, /whole number from 1 to 100/],
    [['admin', 'stats'], env, 2, /come with the service/],
    [['search'], { HOOKLINE_KEY: env.HOOKLINE_KEY ?? '' }, 2, /Which service\?/],
    [['search'], { ...env, HOOKLINE_KEY: '' }, 3, /No API key\. Run "hookline login"/],
    [
      ['search'],
      { ...env, HOOKLINE_KEY: `hkl_${'x'.repeat(32)}_000000` },
      3,
      /Run "hookline login" to set another key, and unset HOOKLINE_KEY\./,
    ],
    [['get', 'hook_1'], free, 3, /plan/],
    [['get', 'hook_99999999'], env, 4, /hook_99999999/],
    [['random', '1'], spent, 5, /used up/],
    [['search'], { ...env, HOOKLINE_URL: 'http://127.0.0.1:9' }, 6, /Can't reach Hookline/],
    [
      ['search'],
      { ...env, HOOKLINE_URL: service.url.replace('http:', 'https:') },
      6,
      /answers without TLS\. Use an http:\/\/ URL\.$/m,
    ],
    [['search'], { ...env, HOOKLINE_URL: 'ftp://127.0.0.1' }, 2, /is not a URL/],
    [['usage'], { ...env, HOOKLINE_URL: `${service.url}/dashboard` }, 6, /is not Hookline's\. Check the base URL/],
  ];
  for (const [args, environment, expected, message] of cases) {
    const { code, stdout, stderr } = await program.run(args, { env: environment });
    assert.deepEqual([code, stdout], [expected, ''], `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, message);
  }
});

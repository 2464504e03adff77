// The packages of the SDK and the command line that the service serves: types, other runtimes, a browser.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { version } from '../../cli/src/version.ts';
import { languages } from '../../web/src/kit/code/example-text.ts';
import { noBrowser, sharedBrowser } from '../setup/browser.ts';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';

const root = join(import.meta.dirname, '../..');
const runtimes = join(root, 'tools/runtimes/node_modules');
// The packages of other platforms are not installed.
const find = (pattern: string) => globSync(pattern, { cwd: runtimes }).map((path) => join(runtimes, path))[0];
const deno = find('@deno/*/deno');
const bun = find('@oven/*/bin/bun');
const oldNode = findOldNode();
const needs = (path?: string) => ({ skip: !path && 'not installed: npm ci --prefix tools/runtimes --ignore-scripts' });

let service: TestService;
/** An empty project with both packages. */
let cwd: string;
let env: Record<string, string>;

/** The environment of a user with a separate home directory. */
function environment(more: Record<string, string> = {}) {
  const { HOOKLINE_KEY, HOOKLINE_URL, HOOKLINE_PROFILE, HOOKLINE_WEBHOOK_SECRET, ...inherited } = process.env;
  return { ...inherited, HOME: cwd, XDG_CONFIG_HOME: join(cwd, 'config'), ...more };
}

/** Runs a program in the project and returns what it prints. */
async function run(program: string, args: readonly string[], more?: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env: environment(more), timeout: 120_000 });
  return stdout;
}
const readInstalled = (path: string) => readFileSync(join(cwd, 'node_modules', path), 'utf8');

/** Unpacks a package of the service into `node_modules`, as npm would. */
async function install(name: string, file: string): Promise<void> {
  const directory = join(cwd, 'node_modules', name);
  mkdirSync(directory, { recursive: true });
  const response = await fetch(`${service.url}/${file}`);
  const input = Buffer.from(await response.arrayBuffer());
  execFileSync('tar', ['-xzf', '-', '--strip-components=1', '-C', directory], { input });
}

before(async () => {
  [service, cwd] = await Promise.all([sharedService(), mkdtemp(join(tmpdir(), 'hookline-packages-'))]);
  const { key } = await service.account('enterprise');
  env = { HOOKLINE_KEY: key, HOOKLINE_URL: service.url };
  await writeFile(join(cwd, 'package.json'), '{ "type": "module", "private": true }');
  await install('@hookline/sdk', 'sdk.tgz');
  await install('hookline', 'cli.tgz');
});

after(() => rm(cwd, { recursive: true, force: true }));

/** Returns the system's Node, if it is 20 or later and older than the one that runs the tests. */
function findOldNode(): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'node'));
  const versions = [...new Set(paths)].filter(existsSync).map((path) => {
    const major = Number(/^v(\d+)/.exec(execFileSync(path, ['--version']).toString())?.[1]);
    return { path, major };
  });
  const [oldest] = versions.filter(({ major }) => major >= 20).sort((a, b) => a.major - b.major);
  return oldest && oldest.major < Number(process.versions.node.split('.')[0]) ? oldest.path : undefined;
}

test("the page's example runs, and the packages have no dependencies", async () => {
  const { write } = defined(languages.find(({ id }) => id === 'typescript'));
  const example = write({ path: '/hooks', query: { limit: 1 }, origin: service.url, key: defined(env.HOOKLINE_KEY) });
  assert.ok(example.startsWith(`// npm install ${service.url}/sdk.tgz`));
  await writeFile(join(cwd, 'first.mts'), example);
  assert.ok((await run(process.execPath, ['first.mts'])).includes(sharedHooks[0]?.text ?? ''));
  for (const name of ['@hookline/sdk', 'hookline']) {
    const { dependencies, peerDependencies, files } = JSON.parse(readInstalled(`${name}/package.json`));
    assert.deepEqual([dependencies, peerDependencies, files], [undefined, undefined, ['dist']], name);
  }
});

test('only the Node entry of the SDK and its program import from Node', () => {
  const dist = join(cwd, 'node_modules/@hookline/sdk/dist');
  for (const file of globSync('**/*.js', { cwd: dist })) {
    const isOfNode = ['node.js', 'mcp/main.js'].includes(file);
    const own = isOfNode ? /^(node:|\.\/)/ : /^\.\.?\/[\w/-]+\.js$/;
    for (const [, name = ''] of readFileSync(join(dist, file), 'utf8').matchAll(
      /^(?:import|export) .*?from '([^']+)'/gm,
    ))
      assert.match(name, own, `${file} imports ${name}`);
    const types = readFileSync(join(dist, file.replace(/js$/, 'd.ts')), 'utf8');
    if (!isOfNode) assert.doesNotMatch(types, /node:|NodeJS|\bBuffer\b/, `${file} needs types of Node`);
  }
});

/** A program for any kind of module, with the options of the client. Defines `found`, `record`, `download` and `text`. */
const program = (options = '') => `
const { createHookline, isHooklineError, verifyWebhook } = await import('@hookline/sdk');
const hookline = createHookline(${options});
const ids = new Set();
for await (const { id } of hookline.hooks.list()) ids.add(id);
const { record, download } = await hookline.exports.run({ format: 'jsonl' });
const text = await new Response(download({ verify: true })).text();
const refused = await hookline.hooks.list({ niche: 'nothing' }).catch((error) => error);
const signal = AbortSignal.abort(new Error('enough'));
const aborted = await hookline.meta({ signal }).catch((error) => error.message);
const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' };
const forged = await verifyWebhook({ body: '{}', headers, secret: 'whsec_AAAA' }).catch((error) => error);
const { status, requestId } = await hookline.usage().withResponse();
const found = [
  ids.size,
  record.records,
  text.trim().split('\\n').length,
  isHooklineError(refused, 'invalid_parameter'),
  aborted,
  forged.reason,
  status,
  requestId.slice(0, 4),
];
`;
const expected = [40, 40, 40, true, 'enough', 'wrong_signature', 200, 'req_'];
const printing = `${program()}\nconsole.log(JSON.stringify([...found, navigator.userAgent]));\n`;

function assertFound(printed: string, runtime: RegExp): void {
  const found = JSON.parse(printed);
  assert.match(found.pop(), runtime);
  assert.deepEqual(found, expected);
}

test('the SDK runs on an older Node', { skip: !oldNode && 'no older Node is installed' }, async () => {
  const code = `${program()}
const { saveExport } = await import('@hookline/sdk/node');
const { readFileSync } = await import('node:fs');
await saveExport({ record, download }, 'hooks.jsonl');
console.log(JSON.stringify([...found, readFileSync('hooks.jsonl', 'utf8') === text]));
`;
  await writeFile(join(cwd, 'old.mjs'), code);
  assert.deepEqual(JSON.parse(await run(oldNode ?? '', ['old.mjs'], env)), [...expected, true]);
});

test("the SDK runs in a browser on the service's origin", { skip: noBrowser }, async () => {
  const page = await (await sharedBrowser()).newPage();
  try {
    await page.route(`${service.url}/sdk/**/*.js`, (route) => {
      const name = new URL(route.request().url()).pathname.slice('/sdk/'.length);
      return route.fulfill({ contentType: 'text/javascript', body: readInstalled(`@hookline/sdk/dist/${name}`) });
    });
    await page.goto(`${service.url}/health/live`);
    const code = program(JSON.stringify({ key: env.HOOKLINE_KEY, baseUrl: service.url }));
    const inPage = code.replace("'@hookline/sdk'", "'/sdk/index.js'");
    assert.deepEqual(await page.evaluate(`(async () => { ${inPage}; return found; })()`), expected);
    assert.equal(await page.evaluate('globalThis.process'), undefined);
  } finally {
    await page.close();
  }
});

test('the SDK runs on Deno with only environment and network access', needs(deno), async () => {
  await writeFile(join(cwd, 'use.mjs'), printing);
  const access = ['--allow-net=127.0.0.1', '--allow-env', '--cached-only', '--no-prompt'];
  const isolated = { ...env, DENO_DIR: join(cwd, 'deno'), DENO_NO_UPDATE_CHECK: '1' };
  assertFound(await run(deno ?? '', ['run', ...access, 'use.mjs'], isolated), /^Deno\//);
});

test('the SDK runs on Bun', needs(bun), async () => {
  await writeFile(join(cwd, 'use.mjs'), printing);
  assertFound(await run(bun ?? '', ['run', 'use.mjs'], env), /^Bun\//);
});

test('the CLI is one small file that imports only Node, logs in and searches', async () => {
  const file = join(cwd, 'node_modules/hookline', JSON.parse(readInstalled('hookline/package.json')).bin.hookline);
  assert.equal(JSON.parse(readInstalled('hookline/package.json')).version, version);
  assert.ok(statSync(file).size < 150_000, `${statSync(file).size} bytes`);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /from\s*["'](?!node:)/);
  const hookline = `'${process.execPath}' '${file}'`;
  const commands = `echo ${env.HOOKLINE_KEY} | ${hookline} login --url ${service.url} && ${hookline} search lesson`;
  assert.match(await run('sh', ['-c', commands]), /in lesson 1"/);
});

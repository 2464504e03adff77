// The published package of the SDK: built by tsc, then used from strict TypeScript, an older Node and a browser.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { noBrowser, openBrowser } from '../setup/browser.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';

const root = join(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/.bin/tsc');
const run = promisify(execFile);
const oldNode = findOldNode();

let service: TestService;
let key: string;
let directory: string;
let dist: string;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hookline-sdk-'));
  const installed = join(directory, 'node_modules/@hookline/sdk');
  dist = join(installed, 'dist');
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'sdk/package.json'), join(installed, 'package.json'));
  await run(tsc, ['-p', join(root, 'sdk/tsconfig.build.json'), '--outDir', dist]);
  service = await testService();
  const lines = Array.from({ length: 130 }, (_, n) => hookLine(`A line for what was built, number ${n}`));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  key = (await service.account('enterprise')).key;
});

after(async () => {
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

/** Path of the system's Node, if it is 20 or later and older than the one that runs the tests. */
function findOldNode(): string | undefined {
  const all = (process.env.PATH ?? '').split(delimiter).map((path) => join(path, 'node'));
  const versions = all.filter(existsSync).map((path) => {
    const major = Number(/^v(\d+)/.exec(execFileSync(path, ['--version']).toString())?.[1]);
    return { path, major };
  });
  const [oldest] = versions.filter(({ major }) => major >= 20).sort((a, b) => a.major - b.major);
  return oldest && oldest.major < Number(process.versions.node.split('.')[0]) ? oldest.path : undefined;
}

/** The program that both platforms run, and its expected result. */
const program = `
const hookline = createHookline({ key, baseUrl });
const ids = new Set();
for await (const { id } of hookline.hooks.list()) ids.add(id);
const { record, download } = await hookline.exports.run({ format: 'jsonl' });
const text = await new Response(download({ verify: true })).text();
const refused = await hookline.hooks.list({ niche: 'nothing' }).catch((error) => error);
const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' };
const forged = await verifyWebhook({ body: '{}', headers, secret: 'whsec_AAAA' }).catch((error) => error);
const found = [ids.size, record.records, text.trim().split('\\n').length, isHooklineError(refused, 'invalid_parameter'), forged.reason];
`;
const expected = [130, 130, 130, true, 'wrong_signature'];

test('the package type-checks in a strict project without Node types and without skipLibCheck', async () => {
  const options = {
    strict: true,
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: [],
    noEmit: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  };
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.mts'] }));
  await writeFile(
    join(directory, 'use.mts'),
    `import { createHookline, type Hook } from '@hookline/sdk';
const hookline = createHookline({ baseUrl: '' });
const page = await hookline.hooks.list({ niche: ['finance'] as const, fields: ['text'] });
const text: string | undefined = page.data[0]?.text;
// @ts-expect-error: not among the requested fields.
const views = page.data[0]?.views;
const all: Hook[] = [];
for await (const hook of hookline.hooks.list()) all.push(hook);
// @ts-expect-error: unknown filter.
await hookline.hooks.list({ niches: 'finance' });
export { all, text, views };
`,
  );
  await run(tsc, ['-p', directory]).catch(({ stdout }) => assert.fail(stdout));
});

test('the built package runs on an older Node', { skip: !oldNode && 'no older Node is installed' }, async () => {
  const code = `import { createHookline, isHooklineError, verifyWebhook } from '@hookline/sdk';
import { saveExport } from '@hookline/sdk/node';
import { readFileSync } from 'node:fs';
const [key, baseUrl] = process.argv.slice(2);
${program}
await saveExport({ record, download }, 'hooks.jsonl');
console.log(JSON.stringify([...found, readFileSync('hooks.jsonl', 'utf8') === text]));
`;
  await writeFile(join(directory, 'use.mjs'), code);
  const { stdout } = await run(oldNode ?? '', ['use.mjs', key, service.url], { cwd: directory });
  assert.deepEqual(JSON.parse(stdout), [...expected, true]);
});

test('the built package runs in a browser on the origin of the service', { skip: noBrowser }, async () => {
  const { browser, close } = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.route(`${service.url}/sdk/*.js`, (route) => {
      const name = new URL(route.request().url()).pathname.slice('/sdk/'.length);
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(dist, name), 'utf8') });
    });
    await page.goto(`${service.url}/health/live`);
    const found = await page.evaluate(`(async (key, baseUrl) => {
      const { createHookline, isHooklineError, verifyWebhook } = await import('/sdk/index.js');
      ${program}
      return found;
    })(${JSON.stringify(key)}, location.origin)`);
    assert.deepEqual(found, expected);
  } finally {
    await close();
  }
});

test('the package has no dependencies, and only its Node entry imports from Node', () => {
  const { dependencies, peerDependencies, sideEffects, files } = JSON.parse(
    readFileSync(join(root, 'sdk/package.json'), 'utf8'),
  );
  assert.deepEqual([dependencies, peerDependencies, sideEffects, files], [undefined, undefined, false, ['dist']]);
  for (const file of globSync('*.js', { cwd: dist })) {
    const imports = [...readFileSync(join(dist, file), 'utf8').matchAll(/^(?:import|export) .*?from '([^']+)'/gm)];
    for (const [, name = ''] of imports)
      assert.match(name, file === 'node.js' ? /^(node:|\.\/)/ : /^\.\/[\w-]+\.js$/, `${file} imports ${name}`);
  }
});

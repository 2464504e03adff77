// The SDK as npm publishes it, installed in an empty project: its types, its README, its size, an older Node and a browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { noBrowser, sharedBrowser } from '../setup/browser.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { installPackage, type Project } from './install-package.ts';
import { bundle } from './sdk-bundle.ts';
import { findExamples, toModule } from './sdk-examples.ts';
import { expected, program } from './sdk-program.ts';

const root = join(import.meta.dirname, '../..');
const oldNode = findOldNode();

let service: TestService;
let project: Project;
let installed: string;
let env: Record<string, string>;

before(async () => {
  [service, project] = await Promise.all([testService(), installPackage('sdk')]);
  installed = join(project.directory, 'node_modules/@hookline/sdk');
  const lines = Array.from({ length: 130 }, (_, n) => hookLine(`A line for what was built, number ${n}`));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  env = { HOOKLINE_KEY: (await service.account('enterprise')).key, HOOKLINE_URL: service.url };
});

after(async () => {
  await service?.close();
  await project?.close();
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
  await writeFile(
    join(project.directory, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['use.mts'] }),
  );
  await writeFile(
    join(project.directory, 'use.mts'),
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
  const tsc = join(root, 'node_modules/.bin/tsc');
  await project.run(tsc, ['-p', '.']).catch(({ stdout }) => assert.fail(stdout));
});

test('every example of the README runs in a project that installed the package', async () => {
  const examples = findExamples().filter(({ file }) => file === 'README.md');
  assert.ok(examples.length >= 9, `${examples.length} examples`);
  await Promise.all(
    examples.map(async (example, at) => {
      await writeFile(join(project.directory, `readme-${at}.mts`), toModule(example, String));
      await project.run(process.execPath, [`readme-${at}.mts`], env).catch(({ stderr }) => {
        assert.fail(`README.md:${example.line}\n${stderr}`);
      });
    }),
  );
});

test('the installed package runs on an older Node', { skip: !oldNode && 'no older Node is installed' }, async () => {
  const code = `${program}
const { saveExport } = await import('@hookline/sdk/node');
const { readFileSync } = await import('node:fs');
await saveExport({ record, download }, 'hooks.jsonl');
console.log(JSON.stringify([...found, readFileSync('hooks.jsonl', 'utf8') === text]));
`;
  await writeFile(join(project.directory, 'use.mjs'), code);
  const found = JSON.parse(await project.run(oldNode ?? '', ['use.mjs'], env));
  assert.deepEqual(found, [...expected, true]);
});

test('the installed package runs in a browser on the origin of the service', { skip: noBrowser }, async () => {
  const page = await (await sharedBrowser()).newPage();
  try {
    await page.route(`${service.url}/sdk/**/*.js`, (route) => {
      const name = new URL(route.request().url()).pathname.slice('/sdk/'.length);
      const body = readFileSync(join(installed, 'dist', name), 'utf8');
      return route.fulfill({ contentType: 'text/javascript', body });
    });
    await page.goto(`${service.url}/health/live`);
    const options = { key: env.HOOKLINE_KEY, baseUrl: service.url };
    const code = program.replace("'@hookline/sdk'", "'/sdk/index.js'").replace('undefined', JSON.stringify(options));
    const found = await page.evaluate(`(async () => { ${code}; return found; })()`);
    assert.deepEqual(found, expected);
    assert.equal(await page.evaluate('globalThis.process'), undefined);
  } finally {
    await page.close();
  }
});

test('a bundle with hooks.list has at most 6 KB, compressed, which is the size that the README tells', async () => {
  const code = "import { createHookline } from '@hookline/sdk'; console.log(await createHookline().hooks.list());";
  const { entry, lazy } = await bundle(project.directory, code);
  const bytes = gzipSync(entry, { level: 9 }).length;
  assert.ok(bytes <= 6000, `${bytes} bytes`);
  const lazyBytes = lazy.map((chunk) => gzipSync(chunk, { level: 9 }).length).reduce((sum, one) => sum + one, 0);
  const [first, more] = [bytes, lazyBytes].map((size) => Math.round(size / 1000));
  const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8').replace(/\s+/g, ' ');
  const told = `the whole client is ${first} KB, and loads ${more} KB more`;
  assert.ok(readme.includes(told), told);
});

test('the package has no dependencies, and only its Node entry and its program import from Node', () => {
  const { dependencies, peerDependencies, sideEffects, files } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  );
  assert.deepEqual([dependencies, peerDependencies, sideEffects, files], [undefined, undefined, false, ['dist']]);
  for (const file of globSync('**/*.js', { cwd: join(installed, 'dist') })) {
    const code = readFileSync(join(installed, 'dist', file), 'utf8');
    const own = ['node.js', 'mcp/main.js'].includes(file) ? /^(node:|\.\/)/ : /^\.\.?\/[\w/-]+\.js$/;
    for (const [, name = ''] of code.matchAll(/^(?:import|export) .*?from '([^']+)'/gm))
      assert.match(name, own, `${file} imports ${name}`);
  }
});

// Architecture rules, checked on the imports of every file. A failure repeats the rule.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
const clientSources = globSync('sdk/src/{*,transport/*}.ts', { cwd: root });
const commandSources = globSync('cli/src/**/*.ts', { cwd: root });
const pageSources = globSync('web/src/**/*.{ts,tsx}', { cwd: root });

// Each folder may import only from itself and from folders to its left.
const order =
  `lib config telemetry taxonomy labels embeddings net db mail jobs audit secrets operator-alerts accounts members auth quota
  request-log trends catalog collections webhooks exports searches digests trend-alerts erasure ingest status http runtime cli
  main.ts`.split(/\s+/);

const rankOf = (file: string) => order.indexOf(file.split('/')[1] ?? '');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import) '([^']+)'/g)].map(([, name = '']) => name);
}

/** Returns relative imports as paths from the project root. */
const targetsOf = (file: string) =>
  importsOf(file).map((name) => (name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name));

test('imports point one way', () => {
  for (const file of sources)
    for (const target of targetsOf(file).filter((name) => /^\w+\//.test(name) && name.endsWith('.ts'))) {
      const [from, to] = [rankOf(file), rankOf(target)];
      const rule = `a folder may import only what stands to its left: ${order.join(' ← ')}`;
      assert.ok(from >= 0 && to >= 0 && to <= from, `${file} imports ${target}: ${rule}`);
    }
});

const remedy = 'move what both sides need to where both may import it';

test('no imports form a cycle, by value or type, in any tree', () => {
  for (const tree of ['src', 'web/src', 'cli/src', 'sdk/src', 'bench', 'scripts']) {
    const files = globSync(`${tree}/**/*.{ts,tsx}`, { cwd: root });
    assert.deepEqual(findCycles(new Map(files.map((file) => [file, allImportsOf(file)]))), [], remedy);
  }
});

/** Compares sibling folders: `src/catalog/search` with all its subfolders, but not the files directly in `src/catalog`. */
test('no subfolders form a cycle', () => {
  const folderOf = (file: string) => /^src\/\w[^/]*\/[^/.]+(?=\/)/.exec(file)?.[0];
  const graph = new Map<string, string[]>();
  for (const file of sources) {
    const from = folderOf(file);
    if (from === undefined) continue;
    const others = allImportsOf(file).flatMap((target) => folderOf(target) ?? []);
    graph.set(from, [...(graph.get(from) ?? []), ...others.filter((to) => to !== from)]);
  }
  assert.deepEqual(findCycles(graph), [], remedy);
});

/** Returns static, dynamic and type imports. */
function allImportsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, name = '']) =>
    join(dirname(file), name),
  );
}

/** Tarjan's strongly connected components with more than one file. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    let low = index;
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === index) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1 || graph.get(file)?.includes(file)) cycles.push(component);
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

test('only main.ts is directly in src', () => {
  assert.deepEqual(globSync('src/*.ts', { cwd: root }), ['src/main.ts']);
});

const senders = ['src/webhooks/send.ts', 'src/ingest/locations/fetch-file.ts', 'src/ingest/collect/request.ts'];
const modelClients = /^src\/(labels\/llm|embeddings|ingest\/transcribe)\//;

/** Code that only some files may contain, with the rule that a failure repeats. */
const monopolies: readonly [rule: string, pattern: RegExp, isAllowed: (file: string) => boolean][] = [
  [
    'SQL lives in stores and db only',
    /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/,
    (file) => /\/store(-[a-z]+)*\.ts$/.test(file) || file.startsWith('src/db/'),
  ],
  ['Fastify lives in http only', /(from|import) '[^']*fastify/, (file) => file.startsWith('src/http/')],
  [
    'threads are started by startThread of lib/threads, which limits their memory',
    /new Worker\(/,
    (file) => file.startsWith('src/lib/threads/'),
  ],
  [
    `outgoing HTTP lives in ${senders.join(', ')}, which connect through net/, beside the command line`,
    /[^.\w]fetch\(|from 'undici'/,
    (file) => senders.includes(file) || /^src\/(cli|net)\//.test(file),
  ],
  [
    'the SDK of S3 lives in exports/files/s3.ts only, which exports/files/open-files.ts loads where S3 is used',
    /['"]@(aws-sdk|smithy)\/|(from|import) '[^']*\/s3\.ts'/,
    (file) => file === 'src/exports/files/s3.ts',
  ],
  [
    'the client of OpenAI-compatible endpoints lives in labels/llm, embeddings and ingest/transcribe only',
    /(from|import) '(openai\b[^']*)'/,
    (file) => modelClients.test(file),
  ],
  [
    'the client of OpenAI-compatible endpoints is loaded lazily',
    /^import (?!type\b)[^\n]* from 'openai'/m,
    () => false,
  ],
];

for (const [rule, pattern, isAllowed] of monopolies)
  test(rule, () => {
    for (const file of sources.filter((one) => !isAllowed(one)))
      assert.doesNotMatch(read(file), pattern, `${file}: ${rule}`);
  });

/** Imports that files may have, with the rule that a failure repeats. */
const allowances: readonly [rule: string, files: readonly string[], allowed: RegExp][] = [
  [
    'the SDK stands alone: no imports but its own',
    clientSources.filter((file) => file !== 'sdk/src/node.ts'),
    /^(sdk\/src\/[a-z0-9/-]+\.ts$|@hookline\/sdk)/,
  ],
  ['in the SDK only node.ts imports of Node', ['sdk/src/node.ts'], /^(node:|sdk\/src\/|@hookline\/sdk)/],
  [
    'the command of customers stands alone: its own files, Node, the SDK, and one leaf of the service',
    commandSources,
    /^(node:|cli\/src\/|sdk\/src\/(index|node)\.ts$|src\/lib\/did-you-mean\.ts$|get-east-asian-width$)/,
  ],
  [
    'the kit of the pages knows neither shell nor pages',
    pageSources.filter((file) => file.startsWith('web/src/kit/')),
    /^(web\/src\/kit\/|(?!web\/|src\/))/,
  ],
  ['the service knows nothing of SDK and pages', sources, /^(?!sdk\/|.*\/sdk\b|web\/src\b)/],
];

for (const [rule, files, allowed] of allowances)
  test(rule, () => {
    for (const file of files)
      for (const target of targetsOf(file)) assert.match(target, allowed, `${file} imports ${target}: ${rule}`);
  });

test('the pages import only types of the service, and the service imports nothing of them', () => {
  for (const file of pageSources) {
    const text = read(file);
    for (const [, typeOnly, name = ''] of text.matchAll(
      /^(?:import|export) (type )?[^'\n]*(?:\n[^'\n]*)*?from '([^']+)'/gm,
    ))
      if (relative(root, join(root, dirname(file), name)).startsWith('src/'))
        assert.ok(typeOnly, `${file} imports ${name}: the pages take types from src/, never values`);
  }
});

test('the pages set no HTML strings', () => {
  for (const file of pageSources)
    assert.doesNotMatch(read(file), /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/, file);
});

// The rules of the house, checked on the imports of every file. A failure repeats the rule.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
const clientSources = globSync('sdk/src/*.ts', { cwd: root });
const pageSources = globSync('web/src/**/*.{ts,tsx}', { cwd: root });

// Each room may import only from rooms to its left, and from files that lie in src itself left of it.
const order = [
  'leaf',
  'taxonomy',
  'sample',
  'classify',
  'net',
  'db',
  'mail',
  'jobs',
  'audit',
  'accounts',
  'trends',
  'catalog',
  'webhooks',
  'exports',
  'ingest',
  'status',
  'http',
  'service',
  'cli',
  'main',
];
const edges: Record<string, string> = {
  'jobs.ts': 'jobs',
  'first-start.ts': 'service',
  'foundation.ts': 'service',
  'work.ts': 'service',
  'api.ts': 'service',
  'process.ts': 'service',
  'cluster.ts': 'service',
  'cluster-member.ts': 'service',
  'service.ts': 'service',
  'main.ts': 'main',
};

function roomOf(file: string): string {
  const [, first, second] = file.split('/');
  return second ? first : (edges[first] ?? 'leaf');
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import) '([^']+)'/g)].map(([, name]) => name);
}

test('imports point one way', () => {
  for (const file of sources) {
    for (const name of importsOf(file).filter((one) => one.startsWith('.'))) {
      const target = relative(root, join(root, dirname(file), name));
      const [from, to] = [order.indexOf(roomOf(file)), order.indexOf(roomOf(target))];
      assert.ok(from >= 0 && to >= 0, `${file} or ${target} is in a room that the order does not know`);
      assert.ok(
        to <= from,
        `${file} imports ${target}: each room may import only what stands to its left: ${order.join(' ← ')}`,
      );
    }
  }
});

test('SQL lives in stores and db only', () => {
  for (const file of sources) {
    if (/\/store(-[a-z]+)?\.ts$/.test(file) || file.startsWith('src/db/')) continue;
    const text = readFileSync(join(root, file), 'utf8');
    assert.doesNotMatch(
      text,
      /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/,
      `${file}: SQL only in */store.ts and db/`,
    );
  }
});

test('Fastify lives in http only', () => {
  for (const file of sources.filter((one) => !one.startsWith('src/http/'))) {
    assert.ok(!importsOf(file).some((name) => name.includes('fastify')), `${file}: Fastify only in http/`);
  }
});

test('outgoing HTTP lives in webhooks/send.ts and ingest/fetch-file.ts only, beside the command line', () => {
  const senders = ['src/webhooks/send.ts', 'src/ingest/fetch-file.ts'];
  const rule = 'outgoing HTTP only in webhooks/send.ts and ingest/fetch-file.ts, which connect through net/';
  for (const file of sources.filter((one) => !senders.includes(one) && !one.startsWith('src/cli/'))) {
    const text = readFileSync(join(root, file), 'utf8');
    assert.ok(file.startsWith('src/net/') || !importsOf(file).includes('undici'), `${file}: ${rule}`);
    assert.doesNotMatch(text, /[^.\w]fetch\(/, `${file}: ${rule}`);
  }
});

test('the SDK of S3 lives in exports/s3-files.ts only, which is loaded only where S3 is used', () => {
  const rule =
    'nothing of @aws-sdk or @smithy but in exports/s3-files.ts, which only exports/open-files.ts imports, lazily';
  for (const file of sources.filter((one) => one !== 'src/exports/s3-files.ts')) {
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /['"]@(aws-sdk|smithy)\//, `${file}: ${rule}`);
    assert.ok(!importsOf(file).some((name) => name.endsWith('/s3-files.ts')), `${file}: ${rule}`);
  }
});

test('the SDK stands alone: no imports but its own, of Node only in node.ts, and the service knows nothing of it', () => {
  for (const file of clientSources)
    for (const name of importsOf(file).filter((one) => !one.startsWith('@hookline/sdk')))
      assert.match(
        name,
        file === 'sdk/src/node.ts' ? /^(node:|\.\/)/ : /^\.\/[a-z0-9-]+\.ts$/,
        `${file} imports ${name}`,
      );
  for (const file of sources)
    for (const name of importsOf(file)) assert.doesNotMatch(name, /\/sdk\b/, `${file}: src imports nothing from sdk/`);
});

test('the pages know the service by its types only, and the service knows nothing of them', () => {
  for (const file of pageSources) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, typeOnly, name] of text.matchAll(/^(?:import|export) (type )?[^'\n]*(?:\n[^'\n]*)*?from '([^']+)'/gm))
      if (relative(root, join(root, dirname(file), name)).startsWith('src/'))
        assert.ok(typeOnly, `${file} imports ${name}: the pages take types from src/, never values`);
  }
  for (const file of sources)
    for (const name of importsOf(file)) assert.doesNotMatch(name, /\bweb\/src\b/, `${file} imports ${name}`);
});

test('the kit of the pages knows neither shell nor pages', () => {
  for (const file of pageSources.filter((one) => one.startsWith('web/src/kit/')))
    for (const name of importsOf(file).filter((one) => one.startsWith('.'))) {
      const target = relative(root, join(root, dirname(file), name));
      assert.match(target, /^web\/src\/kit\//, `${file} imports ${name}: the kit imports only the kit`);
    }
});

test('the pages set no HTML by strings', () => {
  for (const file of pageSources)
    assert.doesNotMatch(
      readFileSync(join(root, file), 'utf8'),
      /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/,
      file,
    );
});

test('no file of the source has more than 300 lines', () => {
  const client = clientSources.filter((one) => one !== 'sdk/src/openapi.ts');
  for (const file of [...sources, ...client, ...pageSources]) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
    assert.ok(lines <= 301 || /\/(words-|patterns-|archetype|emotion-rules)/.test(file), `${file} has ${lines} lines`);
  }
});

test('every file opens with what lives there', () => {
  for (const file of [...sources, ...clientSources, ...pageSources])
    assert.match(readFileSync(join(root, file), 'utf8'), /^\/\/ /, `${file}: open with one sentence`);
});

test('paths named in ARCHITECTURE.md exist', {
  skip: !existsSync(join(root, 'ARCHITECTURE.md')) && 'ARCHITECTURE.md is absent',
}, () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  for (const [, path] of text.matchAll(/`((?:src|sdk|web|test|docs|bench|scripts|bin)\/[\w./-]+)`/g))
    assert.ok(existsSync(join(root, path)), `${path} does not exist`);
});

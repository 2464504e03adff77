// Extracts the examples of the SDK from docstrings and Markdown, and converts them into modules.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sdk = join(import.meta.dirname, '../../sdk');
const root = join(sdk, '..');
const entries = { '@hookline/sdk': join(sdk, 'src/index.ts'), '@hookline/sdk/node': join(sdk, 'src/node.ts') };

export type Example = { file: string; line: number; code: string };

/** Exported names: values, types, and those of the Node entry. */
const exported = readNames();

/** Returns every ```ts block in the sources, the SDK's README and the project's README. */
export function findExamples(): Example[] {
  const files = [...globSync('src/**/*.ts', { cwd: sdk }).sort(), 'README.md', '../README.md'];
  return files.flatMap((file) => {
    const text = readFileSync(join(sdk, file), 'utf8');
    return [...text.matchAll(/^( *\* )?```ts\n(.*?)^\1```$/gms)].map((match) => {
      const [, margin = '', code = ''] = match;
      const lines = code.split('\n').map((line) => (margin ? line.replace(/^ *\* ?/, '') : line));
      return { file, line: text.slice(0, match.index).split('\n').length + 1, code: lines.join('\n') };
    });
  });
}

/** Returns a complete module: adds the omitted imports, `hookline` and `baseUrl`. `resolve` replaces the package's name. */
export function toModule({ code }: Example, resolve = (name: keyof typeof entries): string => entries[name]): string {
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  const imported = new Set(
    [...code.matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
  );
  const left = (names: readonly string[]) => names.filter((name) => uses(name) && !imported.has(name)).join(', ');
  const needsClient = uses('hookline') && !/const hookline\b/.test(code);
  const values = left(exported.values.filter((name) => name !== 'createHookline' || !needsClient));
  const ofNode = left(exported.ofNode);
  const types = left(exported.types);
  const prelude = [
    needsClient && "import { createHookline } from '@hookline/sdk';",
    ofNode && `import { ${ofNode} } from '@hookline/sdk/node';`,
    values && `import { ${values} } from '@hookline/sdk';`,
    types && `import type { ${types} } from '@hookline/sdk';`,
    (uses('baseUrl') || needsClient) &&
      !/const baseUrl\b/.test(code) &&
      "const baseUrl = process.env.HOOKLINE_URL ?? '';",
    needsClient && 'const hookline = createHookline({ key: process.env.HOOKLINE_KEY, baseUrl });',
    'export {};',
  ];
  const text = [...prelude.filter(Boolean), code].join('\n');
  return text.replace(/'(@hookline\/sdk(?:\/node)?)'/g, (_, name: keyof typeof entries) => `'${resolve(name)}'`);
}

export const tsconfig = JSON.stringify({
  extends: join(root, 'tsconfig.json'),
  compilerOptions: {
    typeRoots: [join(root, 'node_modules/@types')],
    noUnusedLocals: false,
    noUncheckedIndexedAccess: true,
  },
  include: ['*.ts'],
});

function readNames(): Record<'values' | 'types' | 'ofNode', string[]> {
  const read = (file: string) => readFileSync(join(sdk, 'src', file), 'utf8');
  const all = [...read('index.ts').matchAll(/^export (type )?\{([^}]*)\}/gms)].flatMap(([, type = '', list = '']) =>
    [...list.matchAll(/(type )?(\w+)/g)].map(([, one = type, name = '']) => ({ name, isType: one !== '' })),
  );
  const records = [...read('openapi.ts').matchAll(/^export type (\w+)/gm)];
  return {
    values: all.filter(({ isType }) => !isType).map(({ name }) => name),
    types: [...all.filter(({ isType }) => isType), ...records.map(([, name = '']) => ({ name }))].map(
      ({ name }) => name,
    ),
    ofNode: [...read('node.ts').matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = '']) => name),
  };
}

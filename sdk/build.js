// Builds dist/: JavaScript and type declarations of each source file. Uses the compiler of vite, which `npm ci --omit=dev` installs too.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformWithOxc } from 'vite';

const [source, target] = ['src', 'dist'].map((name) => join(import.meta.dirname, name));

rmSync(target, { recursive: true, force: true });
for (const path of globSync('**/*.ts', { cwd: source })) {
  const file = join(source, path);
  const options = { target: 'es2022', sourcemap: false };
  const typescript = { declaration: {}, rewriteImportExtensions: 'rewrite' };
  const {
    code,
    declaration = '',
    errors,
  } = await transformWithOxc(readFileSync(file, 'utf8'), file, { ...options, typescript });
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(' ')}`);
  const built = join(target, path.replace(/\.ts$/, ''));
  mkdirSync(dirname(built), { recursive: true });
  writeFileSync(`${built}.js`, code);
  writeFileSync(`${built}.d.ts`, declaration.replace(/(from "\.[^"]*|import\("\.[^"]*)\.ts"/g, '$1.js"'));
}

// Vite plugin: compresses the built files, so that serving them costs no CPU. Writes the compressed forms next to each file.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** `pattern` matches the files, including files that Vite copies. */
export function precompress(pattern: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: ({ dir = '' }) => {
      for (const name of globSync(pattern, { cwd: dir })) {
        const bytes = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

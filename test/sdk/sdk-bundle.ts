// Bundles a program that imports the installed SDK, as users' bundlers do.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

/** The minified code of the entry, and of the chunks that it loads when needed. In one chunk with `isSingle`. */
export async function bundle(
  directory: string,
  code: string,
  { isSingle = false } = {},
): Promise<{ entry: string; lazy: string[] }> {
  const input = join(directory, 'bundled.mjs');
  await writeFile(input, code);
  const built = await build({
    root: directory,
    configFile: false,
    logLevel: 'silent',
    // Without Vite's own code for pages.
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: input,
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: { output: { codeSplitting: !isSingle } },
    },
  });
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const codeOf = (isEntry: boolean) =>
    chunks.flatMap((chunk) => (chunk.type === 'chunk' && chunk.isEntry === isEntry ? [chunk.code] : []));
  const [entry = ''] = codeOf(true);
  return { entry, lazy: codeOf(false) };
}

// Bundles Kysely once per version. A service loads its 255 files in each of its threads, and a test run starts hundreds of threads: a
// single file saves each of them 80 ms of CPU.
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../../node_modules');

/** Returns the directory of the bundle, which test/setup/kysely/use-bundle.ts loads instead of the package. */
export async function bundleKysely(): Promise<string> {
  const source = join(packages, 'kysely');
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const directory = join(packages, '.cache', `hookline-kysely-${version}`);
  if (existsSync(directory)) return directory;
  const { build } = await import('vite');
  const entry = { kysely: join(source, 'dist/index.js'), migration: join(source, 'dist/migration/index.js') };
  const outDir = `${directory}.${process.pid}`;
  const lib = { entry, formats: ['es' as const] };
  await build({ configFile: false, logLevel: 'error', build: { lib, outDir, minify: false, target: 'esnext' } });
  // The directory is renamed when complete, so that an interrupted run leaves no partial bundle.
  renameSync(outDir, directory);
  return directory;
}

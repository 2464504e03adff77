// hookline admin backup: copies the data directory on this machine while its service is running.
import type { Config } from '../config/config.ts';
import { backUp } from '../db/embedded/backup.ts';
import { type Options, UsageError } from './options.ts';
import { print } from './print.ts';

export async function backup(config: Config, [directory, ...more]: string[], options: Options): Promise<void> {
  if (!directory || more.length > 0)
    throw new UsageError('Specify one directory to create: hookline admin backup DIRECTORY.');
  if (config.databaseUrl)
    throw new Error(
      'The database is external (DATABASE_URL). Back it up with the tools of its server: ' +
        'pg_dump --format=custom --file=hookline.dump "$DATABASE_URL"',
    );
  const done = await backUp(config.dataDir, directory);
  print(done, options.json, () =>
    [
      `${done.directory}: ${(done.size_bytes / 1e6).toFixed(1)} MB in ${done.files} files, ${(done.took_ms / 1000).toFixed(1)} s.`,
      done.has_operator_key
        ? 'The backup is a data directory and includes the operator key: protect it the same way.'
        : 'The backup is a data directory without the operator key: keep HOOKLINE_OPERATOR_KEY, which decrypts webhook secrets.',
    ].join('\n'),
  );
}

// hookline backup: a copy of the data directory on this machine, taken while its service goes on.
import type { Config } from '../config/config.ts';
import { backUp } from '../db/backup.ts';
import { type Options, UsageError } from './command.ts';
import { print } from './print.ts';

export async function backup(config: Config, [directory, ...more]: string[], options: Options): Promise<void> {
  if (!directory || more.length > 0) throw new UsageError('backup needs the directory that it makes, and no more.');
  if (config.databaseUrl)
    throw new Error(
      'DATABASE_URL names the database, so there is none here to copy. Use the tools of that server: ' +
        'pg_dump --format=custom --file=hookline.dump "$DATABASE_URL"',
    );
  const made = await backUp(config.dataDir, directory);
  print(made, options.json === true, () =>
    [
      `${made.directory}: ${(made.size_bytes / 1e6).toFixed(1)} MB in ${made.files} files, ${(made.took_ms / 1000).toFixed(1)} s.`,
      made.has_operator_key
        ? 'It is a data directory, with the operator key: keep it as you keep that.'
        : 'It is a data directory. The operator key is not in it: keep HOOKLINE_OPERATOR_KEY, which opens the secrets of webhooks.',
    ].join('\n'),
  );
}

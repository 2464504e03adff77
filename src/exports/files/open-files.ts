// Opens the store of export files that the configuration names, and says at the start what is wrong with it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../../config/config.ts';
import type { Observe } from '../../telemetry/events.ts';
import { openDirectoryFiles } from './directory.ts';
import { type ExportFiles, StoreAway } from './files.ts';

/** A store that is away does not keep the service from starting: reads do not need it, and exports wait. */
export async function openExportFiles(
  { exports: place, dataDir }: Pick<Config, 'exports' | 'dataDir'>,
  observe: Observe,
): Promise<ExportFiles> {
  const own = join(dataDir, 'exports');
  // A directory elsewhere has to be there: made here, it would stand in for a share that is not mounted.
  if (place.kind === 's3' || place.path === own) mkdirSync(own, { recursive: true, mode: 0o700 });
  const files =
    place.kind === 's3' ? (await import('./s3.ts')).openS3Files(place, own) : openDirectoryFiles(place.path);
  try {
    await files.check();
  } catch (error) {
    if (error instanceof StoreAway) observe({ kind: 'export_store_failed', error });
    else {
      files.close();
      throw new ConfigError(`HOOKLINE_EXPORTS=${files.location} cannot be used. ${(error as Error).message}`);
    }
  }
  return files;
}

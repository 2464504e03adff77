// Opens the configured store of export files, and checks it at the start.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../../config/config.ts';
import type { Observe } from '../../telemetry/events.ts';
import { type ExportFiles, openDirectoryFiles, StoreUnavailableError } from './files.ts';

/** The service starts during an outage of the store, since reads do not need it and exports are retried. */
export async function openExportFiles(
  { exports: place, dataDir }: Pick<Config, 'exports' | 'dataDir'>,
  observe: Observe,
): Promise<ExportFiles> {
  const ownDirectory = join(dataDir, 'exports');
  // A configured directory must exist: creating it would hide that a share is not mounted.
  if (place.kind === 's3' || place.path === ownDirectory) mkdirSync(ownDirectory, { recursive: true, mode: 0o700 });
  const files =
    place.kind === 's3' ? (await import('./s3.ts')).openS3Files(place, ownDirectory) : openDirectoryFiles(place.path);
  try {
    await files.check();
  } catch (error) {
    if (error instanceof StoreUnavailableError) observe({ kind: 'export_store_failed', error });
    else {
      files.close();
      throw new ConfigError(`HOOKLINE_EXPORTS=${files.location} cannot be used. ${(error as Error).message}`);
    }
  }
  return files;
}

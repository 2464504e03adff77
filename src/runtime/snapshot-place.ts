// The served catalog is stored as a file in the data directory, with a copy where export files are shared with other machines.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SnapshotCopy, SnapshotPlace } from '../catalog/snapshot/stored/stored-snapshot.ts';
import type { Config } from '../config/config.ts';
import { type ExportFiles, partSuffix } from '../exports/files/files.ts';

const fileName = 'catalog.snapshot';

export function snapshotPlaceOf(
  { dataDir, exports: place, limits, roles }: Pick<Config, 'dataDir' | 'exports' | 'limits' | 'roles'>,
  files: ExportFiles,
): SnapshotPlace {
  const isShared = place.kind === 's3' || place.path !== join(dataDir, 'exports');
  return {
    path: join(dataDir, fileName),
    disk: { path: dataDir, reservedBytes: limits.reservedDiskBytes },
    copy: isShared ? copyIn(files, roles.includes('worker')) : undefined,
  };
}

/** Machines that do background work keep the copy; others only fetch it. */
function copyIn(files: ExportFiles, isKeeper: boolean): SnapshotCopy {
  return {
    fetch: async (path) => {
      const body = await files.open(fileName);
      if (!body) return;
      const draft = path + partSuffix;
      try {
        await pipeline(body, createWriteStream(draft, { mode: 0o600 }));
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
    },
    put: async (path, signal) => {
      if (!isKeeper) return;
      const write = async ({ file }: { file: string }) => {
        const hash = createHash('sha256');
        let sizeBytes = 0;
        const measure = new Transform({
          transform(chunk: Buffer, _, done) {
            hash.update(chunk);
            sizeBytes += chunk.length;
            done(null, chunk);
          },
        });
        await pipeline(createReadStream(path), measure, createWriteStream(file, { mode: 0o600 }), { signal });
        return { sizeBytes, sha256: hash.digest('hex'), gzip: undefined };
      };
      await files.put(fileName, write, signal);
    },
    remove: async () => {
      if (isKeeper) await files.remove(fileName);
    },
  };
}

// The private directory of a location: yt-dlp writes there what the collector reads. A run that was killed leaves it to the next one.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '../../../lib/time.ts';
import { pidFile } from './program.ts';

export type WorkDirectory = {
  path: string;
  /** Empties it: what was in it is stored. */
  clear: () => Promise<void>;
  remove: () => Promise<void>;
};

/** The source of an older directory was deleted. */
const abandonedMs = 7 * dayMs;

/**
 * With what an earlier run left in it; a program of that run which still works there is ended first, so that there are never two. A
 * preview has a new one, since several may run at once.
 */
export async function openWorkDirectory(
  dataDir: string,
  { sourceId, location, isPreview }: { sourceId: string; location: string; isPreview: boolean },
): Promise<WorkDirectory> {
  const parent = join(dataDir, 'collect');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent);
  const name = `${sourceId}-${createHash('sha256').update(location).digest('hex').slice(0, 12)}`;
  const path = isPreview ? await mkdtemp(join(parent, 'preview-')) : join(parent, name);
  const create = () => mkdir(path, { recursive: true, mode: 0o700 });
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  await create();
  await endProgramIn(path);
  return {
    path,
    clear: async () => {
      await remove();
      await create();
    },
    remove,
  };
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { recursive: true, force: true });
  }
}

/** Elsewhere than on Linux it ends by itself at its next message, since nobody reads it any more. */
async function endProgramIn(path: string): Promise<void> {
  const pid = Number(await readFile(join(path, pidFile), 'utf8').catch(() => ''));
  // The pid may be another program's by now.
  const directory = pid > 1 ? await readlink(`/proc/${pid}/cwd`).catch(() => undefined) : undefined;
  if (directory !== (await realpath(path))) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

// Mirror: a JSON Lines file with one hook a line that follows the changes of the catalog. Memory holds the changes, not the copy.
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Change } from '../../sdk/src/index.ts';

/** Position of the copy. If a walk was interrupted, the copy has the changes after `since` up to `cursor`. */
export type Place = { url: string; since: number; cursor?: string };
export type Applied = { added: number; updated: number; retired: number };

const placeFile = (path: string) => `${path}.version`;

/** Undefined if there is no copy yet. */
export function readPlace(path: string): Place | undefined {
  const file = placeFile(path);
  if (!existsSync(file) || !existsSync(path)) return undefined;
  try {
    const { url, since, cursor } = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof url === 'string' && Number.isSafeInteger(since)) return { url, since, cursor };
  } catch {
    // Reported below.
  }
  throw new Error(`${file} is damaged. Delete it and ${path} to start again.`);
}

/**
 * Writes the copy with the changes, then its position. A copy that is newer than its position gets the same changes again, which is
 * idempotent, so a crash at any time neither loses nor repeats a hook.
 */
export async function applyChanges(
  path: string,
  changes: readonly Change[],
  place: Place,
  /** Replaces the existing copy. */
  isFresh = false,
): Promise<Applied> {
  const applied: Applied = { added: 0, updated: 0, retired: 0 };
  if (isFresh || changes.length > 0 || !existsSync(path)) {
    const latest = new Map(changes.map((change) => [change.id, change.hook]));
    // The old position is deleted before the new copy replaces the old one: a crash in between would leave a copy that misses hooks.
    const forgetPlace = () => rm(placeFile(path), { force: true });
    await writeWhole(
      path,
      Readable.from(merge(isFresh ? undefined : path, latest, applied)),
      isFresh ? forgetPlace : undefined,
    );
  }
  await writeWhole(placeFile(path), Readable.from([`${JSON.stringify(place)}\n`]));
  return applied;
}

async function* merge(
  path: string | undefined,
  latest: Map<string, Change['hook']>,
  applied: Applied,
): AsyncGenerator<string> {
  if (path !== undefined && existsSync(path))
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line === '') continue;
      const id = idOf(line);
      const hook = latest.get(id);
      if (hook === undefined) yield `${line}\n`;
      else if (hook === null) applied.retired += 1;
      else {
        applied.updated += 1;
        yield `${JSON.stringify(hook)}\n`;
      }
      latest.delete(id);
    }
  for (const hook of latest.values()) {
    if (hook === null) continue;
    applied.added += 1;
    yield `${JSON.stringify(hook)}\n`;
  }
}

/** Reads the first field of a record, since parsing each line would take most of the time. */
function idOf(line: string): string {
  return /^\{"id":"(hook_\d+)"/.exec(line)?.[1] ?? String(JSON.parse(line).id);
}

/** Readers see the old file or the new one, also after a power failure. */
async function writeWhole(path: string, content: Readable, beforeRename?: () => Promise<void>): Promise<void> {
  const part = `${path}.part`;
  try {
    await pipeline(content, createWriteStream(part));
    const file = await open(part, 'r+');
    await file.sync();
    await file.close();
    await beforeRename?.();
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

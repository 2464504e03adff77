// Files that commands write: checked before a request is made, so that a wrong path costs no call and no export.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from './terminal/output.ts';

/** Throws unless a file can be at the path. Returns whether one is there. */
export function checkTarget(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory())
    throw new UsageError(`${path} is a directory. Specify a file in it, such as ${join(path, 'hooks.jsonl')}.`);
  // A complete file is renamed to its path, which would replace a device or a pipe.
  if (found && !found.isFile()) throw new UsageError(`${path} is not a regular file. Use standard output instead.`);
  const directory = dirname(path);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`Directory ${directory} does not exist. Create it first.`);
  return found !== undefined;
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'No space left on the disk',
  EDQUOT: 'Disk quota exceeded',
  EACCES: 'Permission denied',
  EPERM: 'Permission denied',
  EROFS: 'The file system is read-only',
  ENOENT: 'No such file or directory',
};

/** “No space left on the disk: hooks.csv”; undefined for errors that are not about files. */
export function describeFileError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const reason = reasons[String(error.code)];
  const path = 'path' in error ? `: ${error.path}` : '';
  return reason && `${reason}${path}.`;
}

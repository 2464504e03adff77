// Directory of temporary files: TMPDIR, or /tmp where TMPDIR names a directory that does not exist.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

export function temporaryDirectory(): string {
  return existsSync(tmpdir()) ? tmpdir() : '/tmp';
}

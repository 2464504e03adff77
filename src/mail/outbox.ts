// Files of the outbox: removes the emails to a recipient whose data is erased.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../lib/error-code.ts';

/** `emails` in lower case. Only on this machine: with a mail server there is no outbox. */
export async function removeFromOutbox(directory: string, emails: readonly string[]): Promise<void> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((name) => name.endsWith('.eml'))) {
    const file = join(directory, name);
    const text = await readFile(file, 'utf8').catch(() => '');
    const [, to = ''] = /^To: (.*)$/im.exec(text) ?? [];
    if (emails.includes(to.trim().toLowerCase())) await rm(file, { force: true });
  }
}

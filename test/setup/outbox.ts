// Reads the mails of a service without a mail server: files in the outbox of its data directory.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Decoded mails, oldest first. */
export function readOutbox(dataDir: string): string[] {
  const directory = join(dataDir, 'outbox');
  return readdirSync(directory)
    .sort()
    .map((file) => decode(readFileSync(join(directory, file), 'utf8')));
}

/** Fails where the mail has no sign-in link. */
export function signInLinkIn(mail = ''): string {
  const [link] = /http\S+#token=\w+/.exec(mail) ?? [];
  assert.ok(link, mail);
  return link;
}

/** Quoted-printable, as far as plain text uses it. */
function decode(mail: string): string {
  return mail.replaceAll('=\r\n', '').replaceAll('=20', ' ').replaceAll('=3D', '=');
}

// Reads the mails of a service without a mail server: files in the outbox of its data directory.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Decoded mails that contain a text, such as a subject, oldest first. */
export function readOutbox(dataDir: string, text = ''): string[] {
  const directory = join(dataDir, 'outbox');
  return readdirSync(directory)
    .sort()
    .map((file) => decode(readFileSync(join(directory, file), 'utf8')))
    .filter((mail) => mail.includes(text));
}

/** Fails where the mail has no sign-in link. */
export function signInLinkIn(mail = ''): string {
  const [link] = /http\S+#token=\w+/.exec(mail) ?? [];
  assert.ok(link, mail);
  return link;
}

/** Of the encodings, quoted-printable is the only one that plain text gets. */
function decode(mail: string): string {
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(mail)) return mail;
  const bytes = mail
    .replaceAll('=\r\n', '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

// Reads the mails of a service without a mail server: files in the outbox of its data directory.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Headers and text of the mails that contain a text, such as a subject, oldest first. */
export function readOutbox(dataDir: string, text = ''): string[] {
  return filesOf(dataDir)
    .map(textOf)
    .filter((mail) => mail.includes(text));
}

/** The HTML of the mails whose text contains a text. */
export function readOutboxHtml(dataDir: string, text = ''): string[] {
  return filesOf(dataDir)
    .filter((mail) => textOf(mail).includes(text))
    .map((mail) => partOf(mail, 'text/html'));
}

function filesOf(dataDir: string): string[] {
  const directory = join(dataDir, 'outbox');
  // Created with the first mail.
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory).sort();
  return files.map((file) => readFileSync(join(directory, file), 'utf8'));
}

/** Fails where the mail has no sign-in link. */
export function signInLinkIn(mail = ''): string {
  const [link] = /http\S+#token=\w+/.exec(mail) ?? [];
  assert.ok(link, mail);
  return link;
}

/** Headers and text: the HTML part is left out. */
function textOf(mail: string): string {
  const [headers = ''] = mail.split('\r\n\r\n', 1);
  return `${unfold(headers)}\r\n\r\n${partOf(mail, 'text/plain')}`;
}

function partOf(mail: string, type: 'text/plain' | 'text/html'): string {
  const [, boundary] = /boundary="([^"]+)"/.exec(mail) ?? [];
  const parts = boundary === undefined ? [mail] : mail.split(`--${boundary}`);
  const part = parts.find((one) => new RegExp(`^Content-Type: ${type}`, 'm').test(one)) ?? '';
  return decode(part, part.slice(part.indexOf('\r\n\r\n') + 4));
}

function unfold(headers: string): string {
  return headers.replace(/\r\n[ \t]+/g, ' ');
}

function decode(part: string, content: string): string {
  if (/^Content-Transfer-Encoding: base64/im.test(part)) return Buffer.from(content, 'base64').toString();
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(part)) return content;
  const bytes = content
    .replaceAll('=\r\n', '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

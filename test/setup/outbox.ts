// Reads the emails of a service without a mail server: files in the outbox of its data directory.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns headers and text of the emails that contain `text`, such as a subject, oldest first. */
export function readOutbox(dataDir: string, text = ''): string[] {
  return filesOf(dataDir)
    .map(textOf)
    .filter((mail) => mail.includes(text));
}

/** Returns the HTML of the emails whose text contains `text`. */
export function readOutboxHtml(dataDir: string, text = ''): string[] {
  return filesOf(dataDir)
    .filter((mail) => textOf(mail).includes(text))
    .map((mail) => partOf(mail, 'text/html'));
}

function filesOf(dataDir: string): string[] {
  const directory = join(dataDir, 'outbox');
  // The directory is created with the first email.
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory).sort();
  return files.map((file) => readFileSync(join(directory, file), 'utf8'));
}

/** Fails if the email has no sign-in link. */
export function signInLinkIn(mail = ''): string {
  const [link] = /http\S+#token=\w+/.exec(mail) ?? [];
  assert.ok(link, mail);
  return link;
}

/** Returns headers and text, without the HTML part. */
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

// Sends e-mail by SMTP, or writes it to the outbox, a directory of .eml files, if no SMTP server is configured.
import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { NodemailerError } from 'nodemailer';
import { lazily } from '../lib/async.ts';
import { errorCode } from '../lib/errors.ts';
import { randomBase62 } from '../lib/ids.ts';
import type { Observe } from '../telemetry/events.ts';
import type { MailMessage } from './message.ts';

type MailOptions = { smtpUrl: string | undefined; from: string; outboxDir: string };

/**
 * Rejects with what to check if the message cannot be sent now: the server is unreachable, refuses the password or has no TLS. If the
 * server refuses a message or recipient permanently, its reply is logged and returned.
 */
export type SendMail = (message: MailMessage) => Promise<{ refusal: string | undefined }>;
type Transmit = (message: MailMessage) => Promise<void>;

/** Defaults of nodemailer are minutes, during which no other message is sent. SMTP_URL may set them, like any option of nodemailer. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

export function createMailer({ smtpUrl, from, outboxDir }: MailOptions, observe: Observe): SendMail {
  const send = smtpUrl === undefined ? createOutbox(from, outboxDir) : createSmtpSender(from, smtpUrl);
  let acceptedAt = Number.NEGATIVE_INFINITY;
  /** When the server first refused the recipient or the sender, by recipient. */
  const doubtfulSince = new LRUCache<string, number>({ max: 1000 });

  /** The recipient is refused, and not the sender, if the server has accepted other emails from this sender since. */
  function isCertain(recipient: string): boolean {
    const since = doubtfulSince.get(recipient) ?? performance.now();
    doubtfulSince.set(recipient, since);
    return acceptedAt > since;
  }

  return async (message) => {
    try {
      await send(message);
      acceptedAt = performance.now();
      doubtfulSince.delete(message.to);
      observe({ kind: 'mail_sent', subject: message.subject });
      return { refusal: undefined };
    } catch (error) {
      const refused = refusedBy(error);
      const isFinal = refused === 'recipient' || (refused === 'either' && isCertain(message.to));
      if (!isFinal) throw smtpUrl === undefined ? error : advised(error);
      doubtfulSince.delete(message.to);
      observe({ kind: 'mail_refused', error });
      return { refusal: replyOf(error) };
    }
  };
}

/** Replies to RCPT TO: about the mailbox; about the sender, who is not signed in or may not relay; and about either. */
const ofMailbox = /\b5\.1\.\d/;
const ofSender = /^53\d|\brelay/i;
const ofEither = /\b5\.7\.\d/;

/**
 * Returns what the server refuses permanently: this recipient or message, or perhaps the sender. Undefined for every other error: it
 * concerns the configuration, so the message can be sent once that is corrected.
 */
function refusedBy(error: unknown): 'recipient' | 'either' | undefined {
  const { code = '', permanent, command } = error as Partial<NodemailerError>;
  if (!['EENVELOPE', 'EMESSAGE'].includes(code) || !permanent) return undefined;
  if (command !== 'RCPT TO') return command === 'DATA' ? 'recipient' : undefined;
  const reply = replyOf(error);
  if (ofMailbox.test(reply)) return 'recipient';
  if (ofSender.test(reply)) return undefined;
  return ofEither.test(reply) ? 'either' : 'recipient';
}

function advised(error: unknown): Error {
  return Object.assign(error as Error, { message: `${(error as Error).message.replace(/\.$/, '')}. Check SMTP_URL.` });
}

function replyOf(error: unknown): string {
  const { response, message } = error as NodemailerError;
  return response ?? message;
}

/** Loaded with the first mail, since most processes send none, and it takes 4 MB. */
const loadNodemailer = async () => (await import('nodemailer')).default;

function createSmtpSender(from: string, smtpUrl: string): Transmit {
  const openTransport = lazily(async () =>
    (await loadNodemailer()).createTransport({ ...timeouts, url: smtpUrl }, { from }),
  );
  return async (message) => {
    const transport = await openTransport();
    await transport.sendMail(toEnvelope(message));
  };
}

function createOutbox(from: string, directory: string): Transmit {
  const openTransport = lazily(async () =>
    (await loadNodemailer()).createTransport({ streamTransport: true, buffer: true }, { from }),
  );
  return async (message) => {
    const transport = await openTransport();
    const { message: content } = await transport.sendMail(toEnvelope(message));
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const file = join(directory, `${fileNameOf(message)}.eml`);
    await writeFile(file, content, { mode: 0o600 }).catch(async (error) => {
      // A retry writes another file, so each attempt would leave a partial file on a full disk.
      await rm(file, { force: true });
      throw error;
    });
  };
}

/** A message that may be sent again replaces its file. */
function fileNameOf({ messageId, date = new Date().toISOString() }: MailMessage): string {
  const name = messageId === undefined ? randomBase62(6) : hash('sha256', messageId).slice(0, 12);
  return `${date.replaceAll(':', '-')}-${name}`;
}

/** The recipient is an object: nodemailer would parse a string as a list of addresses. The header keeps autoresponders from replying. */
function toEnvelope({ to, messageId, date, headers: more, ...content }: MailMessage) {
  const headers = { 'Auto-Submitted': 'auto-generated', ...more };
  return { ...content, to: { name: '', address: to }, headers, date, ...(messageId !== undefined && { messageId }) };
}

// Files of the outbox: removes the emails to a recipient whose data is erased.

/** `emails` are in lower case. The outbox is on this machine, and used only without a mail server. */
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

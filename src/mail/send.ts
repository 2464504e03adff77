// Sends e-mail by SMTP, or writes it to the outbox, a directory of .eml files, if no SMTP server is configured.
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { randomBase62 } from '../lib/ids.ts';
import type { Observe } from '../telemetry/events.ts';
import type { MailMessage } from './message.ts';

export type MailOptions = { smtpUrl: string | undefined; from: string; outboxDir: string };

/** Rejects if the server is unavailable or reports a temporary failure. A permanent failure (5xx) is logged and not retried. */
export type SendMail = (message: MailMessage) => Promise<void>;

export function createMailer({ smtpUrl, from, outboxDir }: MailOptions, observe: Observe): SendMail {
  const send = smtpUrl === undefined ? createOutbox(from, outboxDir) : createSmtpSender(from, smtpUrl);
  return async (message) => {
    try {
      await send(message);
      observe({ kind: 'mail_sent', subject: message.subject });
    } catch (error) {
      if (!isPermanent(error)) throw error;
      observe({ kind: 'mail_refused', error });
    }
  };
}

function isPermanent(error: unknown): boolean {
  const isReply = error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';
  return isReply && Number(error.responseCode) >= 500;
}

function createSmtpSender(from: string, smtpUrl: string): SendMail {
  const transport = nodemailer.createTransport(smtpUrl, { from });
  return async (message) => {
    await transport.sendMail(toEnvelope(message));
  };
}

function createOutbox(from: string, directory: string): SendMail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true }, { from });
  return async (message) => {
    const { message: content } = await transport.sendMail(toEnvelope(message));
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBase62(6)}.eml`;
    await writeFile(join(directory, name), content, { mode: 0o600 });
  };
}

/** The recipient is an object: nodemailer would parse a string as a list of addresses. */
function toEnvelope({ to, subject, text }: MailMessage) {
  return { to: { name: '', address: to }, subject, text };
}

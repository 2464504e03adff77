// Sends mail by SMTP; without an SMTP server it is written into the outbox, a directory of .eml files.
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { randomBase62 } from '../lib/ids.ts';
import type { Observe } from '../telemetry/events.ts';
import type { MailMessage } from './message.ts';

export type MailOptions = { smtpUrl: string | undefined; from: string; outboxDir: string };

/** Rejects where the server cannot be reached or asks to try again later. What it refuses for good is reported, and done. */
export type SendMail = (message: MailMessage) => Promise<void>;

export function createMailer({ smtpUrl, from, outboxDir }: MailOptions, observe: Observe): SendMail {
  const send = smtpUrl === undefined ? toOutbox(from, outboxDir) : bySmtp(from, smtpUrl);
  return async (message) => {
    try {
      await send(message);
      observe({ kind: 'mail_sent', subject: message.subject });
    } catch (error) {
      if (!isForGood(error)) throw error;
      observe({ kind: 'mail_refused', error });
    }
  };
}

function isForGood(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
}

function bySmtp(from: string, smtpUrl: string): SendMail {
  const transport = nodemailer.createTransport(smtpUrl, { from });
  return async (message) => {
    await transport.sendMail(toEnvelope(message));
  };
}

function toOutbox(from: string, directory: string): SendMail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true }, { from });
  return async (message) => {
    const { message: bytes } = await transport.sendMail(toEnvelope(message));
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBase62(6)}.eml`;
    await writeFile(join(directory, name), bytes as Buffer, { mode: 0o600 });
  };
}

/** The address as an object: nodemailer would read a string as a list. */
function toEnvelope({ to, subject, text }: MailMessage) {
  return { to: { name: '', address: to }, subject, text };
}

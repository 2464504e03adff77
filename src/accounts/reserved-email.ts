// Emails that no account can have: emails that receive no mail, the service's own, and the operators'.
import type { Config } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { isOperatorEmail } from './store.ts';

export type MailConfig = Pick<Config, 'mailFrom'>;

/** Used where nothing is mailed. */
export const noMail: MailConfig = { mailFrom: '' };

/** Checks public facts only, without a query, so a rejection reveals nothing about the operators. */
export function failIfUnreachable(email: string, { mailFrom }: MailConfig): void {
  const given = email.toLowerCase();
  const own = (/<([^>]*)>/.exec(mailFrom)?.[1] ?? mailFrom).trim().toLowerCase();
  if (!given.endsWith('.invalid') && given !== own) return;
  const detail = `${email} is reserved. Use an email that you receive mail at.`;
  fail('invalid_body', detail, { errors: [{ pointer: '#/email', detail }] });
}

/** Checks decisions of operators: an account with an operator's email could be mistaken for the operator. */
export async function failIfReserved(db: Db, email: string, config: MailConfig): Promise<void> {
  failIfUnreachable(email, config);
  if (await isOperatorEmail(db, email))
    fail('conflict', `${email} is the email of an operator, so no account can have it.`);
}

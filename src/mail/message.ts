// A plain-text e-mail to one recipient.

export type MailMessage = { to: string; subject: string; text: string };

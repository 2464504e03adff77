// A mail as the rest of the house knows it: to one person, as text.

export type MailMessage = { to: string; subject: string; text: string };

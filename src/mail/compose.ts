// Composes an email from its parts: the text, and the HTML of the one template (html.ts).
import { toHtml } from './html.ts';
import type { MailContent, MailItem, MailMessage, MailPart } from './message.ts';

export function composeMail({ to, subject, name, parts }: MailContent): MailMessage {
  // Names come from strangers: line breaks are removed.
  const greeting = name === undefined ? 'Hello,' : `Hello ${name.replace(/\s+/g, ' ')},`;
  const all = [greeting, ...parts];
  return { to, subject, text: [...all.map(toText), 'Hookline'].join('\n\n'), html: toHtml(subject, all) };
}

function toText(part: MailPart): string {
  if (typeof part === 'string') return wrap(part);
  if ('button' in part) return `${part.button}:\n${part.url}`;
  if ('links' in part) return part.links.map(({ label, url }) => `${label}: ${url}`).join('\n');
  if ('facts' in part) return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  if ('list' in part) return [...(part.title ? [part.title] : []), ...part.list.map(toLine)].join('\n');
  if ('code' in part) return part.code;
  return 'quote' in part ? part.quote : wrap(part.note);
}

/** Longer lines would be encoded, and links could not be copied from the files of the outbox. */
function wrap(paragraph: string): string {
  return paragraph.replace(/(?![^\n]{1,72}$)([^\n]{1,72})\s/g, '$1\n');
}

function toLine({ text, detail, url }: MailItem): string {
  return [`- ${text}`, ...[detail, url].flatMap((line) => (line === undefined ? [] : `  ${line}`))].join('\n');
}

// Email to one recipient, as text and HTML.
import { escapeHtml } from '../lib/escape-html.ts';

export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  /** Absent in emails that an earlier version queued. */
  html?: string;
  /** Message-ID, where the same message may be sent twice. */
  messageId?: string;
  /** ISO 8601; default now. Set with `messageId`, so that each attempt sends the same message. */
  date?: string;
  /** Further headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>;
};

/** `detail` is a line below the text. */
type MailItem = { text: string; detail?: string; url?: string };

/** A part of an email. A string is a paragraph. */
export type MailPart =
  | string
  /** The main action of the email. */
  | { button: string; url: string }
  | { links: readonly { label: string; url: string }[] }
  | { facts: readonly (readonly [label: string, value: string])[] }
  /** `title` stands above the items; `url` is the page that an item is about. */
  | { list: readonly MailItem[]; title?: string }
  | { code: string }
  /** Text of a person, such as the operator's message. */
  | { quote: string }
  | { note: string };

type MailContent = {
  to: string;
  subject: string;
  /** Used in the greeting. Absent if the email is not verified: anyone could have the service mail any text as a name. */
  name?: string;
  parts: readonly MailPart[];
};

// Composes an email from its parts: the text, and the HTML of the one template.

export function composeMail({ to, subject, name, parts }: MailContent): MailMessage {
  // Names are untrusted input: line breaks are removed.
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

// HTML of emails: one template. Styles are inline, since some clients drop style sheets; the sheet only adds dark colors. Nothing is
// loaded from elsewhere.

const sans = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";
/** The tokens of web/src/style.css. A class has the dark color of the inline style next to it. */
const light = { canvas: '#fbfbfa', surface: '#ffffff', sunken: '#f4f4f2', line: '#e7e6e3', ink: '#18181b' };
const accent = { muted: '#56565d', link: '#c2412a', fill: '#c9442a', onFill: '#ffffff', mark: '#ec6a4c' };

const darkRules = [
  ['canvas', 'background:#0e0e10'],
  ['surface', 'background:#141417;border-color:#26262b'],
  ['sunken', 'background:#1b1b1f;border-color:#26262b'],
  ['ink', 'color:#ededf0'],
  ['muted', 'color:#a6a6b0'],
  ['link', 'color:#ff8c6e'],
  ['button', 'background:#f0714f;color:#1d0b06'],
] as const;
const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules
  .map(([name, rules]) => `.${name}{${rules.replaceAll(';', '!important;')}!important}`)
  .join('')}}`;

const text = `font:400 15px/23px ${sans};color:${light.ink}`;
const small = `font:400 13px/20px ${sans};color:${accent.muted}`;
const breaking = 'overflow-wrap:anywhere;word-break:break-word';
const boxed = `background:${light.sunken};border:1px solid ${light.line};border-radius:6px`;
const hook = `display:inline-block;width:7px;height:11px;margin-right:9px;border:3px solid ${accent.mark};border-top:0;border-radius:0 0 8px 8px;vertical-align:-2px`;

function toHtml(subject: string, parts: readonly MailPart[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${sheet}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas}">
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:${light.canvas}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td class="ink" style="padding:0 4px 16px;font:600 16px/24px ${sans};color:${light.ink}"><span style="${hook}"></span>Hookline</td></tr>
<tr><td class="surface" style="padding:28px 28px 12px;background:${light.surface};border:1px solid ${light.line};border-radius:6px">
<h1 class="ink" style="margin:0 0 16px;font:600 20px/28px ${sans};color:${light.ink};${breaking}">${escapeHtml(subject)}</h1>
${parts.map(render).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function render(part: MailPart): string {
  if (typeof part === 'string') return paragraph(part);
  if ('button' in part) return button(part.button, part.url);
  if ('links' in part) return paragraphOf(part.links.map(({ label, url }) => link(label, url)).join('<br>'));
  if ('facts' in part) return facts(part.facts);
  if ('list' in part) return list(part.list, part.title);
  if ('code' in part) return box(`font:400 13px/20px ${mono};white-space:pre-wrap`, part.code);
  if ('quote' in part) return box(`${text};white-space:pre-line`, part.quote);
  return `<p class="muted" dir="auto" style="margin:0 0 16px;${small};${breaking}">${escapeHtml(part.note)}</p>`;
}

const paragraph = (content: string) => paragraphOf(escapeHtml(content));

function paragraphOf(html: string): string {
  return `<p class="ink" dir="auto" style="margin:0 0 16px;${text};${breaking}">${html}</p>`;
}

/** The URL is repeated below the button, for clients that show no links, and so that it can be checked. */
function button(label: string, url: string): string {
  const href = escapeHtml(url);
  const style = `display:inline-block;padding:10px 18px;background:${accent.fill};border-radius:6px;font:600 15px/20px ${sans};color:${accent.onFill};text-decoration:none`;
  return `<p style="margin:4px 0 12px"><a class="button" href="${href}" style="${style}">${escapeHtml(label)}</a></p>
<p class="muted" style="margin:0 0 20px;font:400 12px/18px ${mono};color:${accent.muted};${breaking}">${href}</p>`;
}

function link(label: string, url: string): string {
  return `<a class="link" href="${escapeHtml(url)}" style="color:${accent.link}">${escapeHtml(label)}</a>`;
}

function facts(rows: readonly (readonly [label: string, value: string])[]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td class="muted" valign="top" style="padding:3px 16px 3px 0;${small};white-space:nowrap">${escapeHtml(label)}</td><td class="ink" dir="auto" style="padding:3px 0;${text};line-height:20px;${breaking}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${cells.join('')}</table>`;
}

function list(items: readonly MailItem[], title: string | undefined): string {
  const entries = items.map(
    ({ text, detail, url }) =>
      `<li style="margin:0 0 ${detail === undefined ? 6 : 12}px;${breaking}"><bdi>${escapeHtml(text)}</bdi>${detail === undefined ? '' : below(detail)}${url === undefined ? '' : ` ${link('Open', url)}`}</li>`,
  );
  const heading = title
    ? `<h2 class="ink" style="margin:0 0 8px;font:600 15px/23px ${sans};color:${light.ink}">${escapeHtml(title)}</h2>`
    : '';
  return `${heading}<ul class="ink" style="margin:0 0 16px;padding:0 0 0 20px;${text}">${entries.join('')}</ul>`;
}

function below(detail: string): string {
  return `<br><span class="muted" style="${small}">${escapeHtml(detail)}</span>`;
}

function box(style: string, content: string): string {
  return `<div class="sunken ink" dir="auto" style="margin:0 0 16px;padding:12px 14px;${boxed};${style};color:${light.ink};${breaking}">${escapeHtml(content)}</div>`;
}

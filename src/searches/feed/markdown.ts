// Feed as Markdown: a list for notes and agents.
import { counted } from '../../lib/counted.ts';
import { type FeedItem, type FeedPage, feedItems } from './page.ts';

export function toMarkdown(page: FeedPage): string {
  const { title, description, homeUrl, updatedAt, rows, total } = page;
  const shown = rows.length < total ? `The ${rows.length} newest of ${counted(total, 'hook')}` : counted(total, 'hook');
  const lines = [
    `# ${escapeMarks(title)}`,
    '',
    `${shown}, updated ${updatedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. [${escapeMarks(description)}](${toTarget(homeUrl)})`,
    '',
    ...feedItems(page).map(toLine),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function toLine({ hook, url, facts, addedAt }: FeedItem): string {
  return `- [${escapeMarks(hook.text)}](${toTarget(url)}) · ${escapeMarks(facts)} · added ${addedAt.toISOString().slice(0, 10)} · ${hook.id}`;
}

/** On one line, without marks of its own. Only what can be a mark inside a line is escaped, so that agents read the exact words. */
function escapeMarks(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .replace(/[\\`*_[\]<>|~]|&(?=#?\w+;)/g, '\\$&');
}

/** Parentheses would end the target of a link. */
function toTarget(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29').replace(/\s/g, encodeURIComponent);
}

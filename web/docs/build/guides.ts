// Loads the guides: files of the navigation, rendered, with links between them and the dates of their last edit.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { baseUrl } from './base-url.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';
import { groups } from './navigation.ts';

const root = join(import.meta.dirname, '../../..');

export type Guide = Rendered & {
  name: string;
  label: string;
  group: string;
  keywords?: string;
  isForOperators: boolean;
  file: string;
  path: string;
  /** Source with links that work outside of the repository. */
  markdown: string;
  /** ISO date of the last commit; null outside of a repository. */
  editedOn: string | null;
};

/** Stands for the public URL in guides of customers. In guides of operators it is the URL that the service listens on. */
const exampleUrl = 'http://127.0.0.1:8787';

const pathOf = (name: string): string => (name === 'index' ? '/docs' : `/docs/${name}`);

type Page = { name: string; file: string };
const pages: Page[] = groups.flatMap(({ entries }) => entries).filter(({ file }) => existsSync(join(root, file)));
const byFile = new Map(pages.map((page) => [page.file, page]));

/** Screens that guides show, by their name in docs/screens. */
export const screens = new Map<string, Buffer>();

export function loadGuides(): Guide[] {
  const editDates = readEditDates();
  return groups.flatMap(({ title: group, entries, isForOperators = false }) =>
    entries.flatMap(({ name, file, label, keywords }) => {
      if (!byFile.has(file)) return [];
      const text = readFileSync(join(root, file), 'utf8');
      const source = isForOperators ? text : text.replaceAll(exampleUrl, baseUrl);
      const rendered = renderMarkdown(source, {
        resolve: (href) => resolve(href, file),
        image: (href) => image(href, file),
      });
      const base = { name, label, group, keywords, isForOperators, file, path: pathOf(name) };
      return [{ ...rendered, ...base, markdown: linkAbsolutely(source, file), editedOn: editDates.get(file) ?? null }];
    }),
  );
}

/** Path on the site; undefined for files of the repository that are not on it. */
function resolve(href: string, from: string): string | undefined {
  if (href.startsWith(`${baseUrl}/`)) return href.slice(baseUrl.length);
  if (/^(https?|mailto):/.test(href) || href.startsWith('/')) return href;
  const [target = '', fragment] = href.split('#');
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (target === '') return hash;
  const page = byFile.get(join(dirname(from), target));
  return page && `${pathOf(page.name)}${hash}`;
}

function image(href: string, from: string): { src: string; width: number; height: number } {
  const name = basename(href);
  const bytes = readFileSync(join(root, dirname(from), href));
  screens.set(name, bytes);
  // The size is at these offsets of a PNG header.
  return { src: `/docs/screens/${name}`, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Makes links work outside of the repository. Links to files that are not on the site become text. */
function linkAbsolutely(source: string, file: string): string {
  return source.replace(/\[([^[\]]*)\]\(([^)\s]+)\)/g, (whole, text: string, href: string) => {
    if (/^(https?:|mailto:|\/|#)/.test(href)) return whole;
    if (/\.png$/.test(href)) return `[${text}](${baseUrl}/docs/screens/${basename(href)})`;
    const [target = '', hash] = href.split('#');
    const page = byFile.get(join(dirname(file), target));
    return page ? `[${text}](${baseUrl}/docs/${page.name}.md${hash === undefined ? '' : `#${hash}`})` : text;
  });
}

/** ISO date of the last commit of each file; empty outside of a repository. */
function readEditDates(): Map<string, string> {
  const dates = new Map<string, string>();
  let date = '';
  for (const line of gitLog().split('\n'))
    if (line.startsWith('date ')) date = line.slice(5);
    else if (line && !dates.has(line)) dates.set(line, date);
  return dates;
}

function gitLog(): string {
  const args = ['log', '--format=date %cs', '--name-only', '--', 'docs', 'sdk/README.md'];
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

// The HTML document around a page: header, navigation, table of contents, footer.

import { baseUrl } from './base-url.ts';
import { escapeHtml } from './html.ts';
import type { Heading } from './markdown.ts';

type Navigation = readonly {
  title: string;
  isForOperators: boolean;
  links: readonly { path: string; label: string }[];
}[];
export type Frame = { navigation: Navigation; script: string; styles: readonly string[] };

export type DocsPage = {
  path: string;
  title: string;
  description: string;
  html: string;
  headings: readonly Heading[];
  editedOn?: string | null;
  /** Path of the same page as Markdown. */
  markdownPath: string;
  /** Two columns of text; its headings are in the navigation instead of a table of contents. */
  isWide?: boolean;
};

const mark = `<svg aria-hidden="true" viewBox="0 0 32 32"><path d="M20 4v15a7 7 0 0 1-14 0v-4" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round"/><circle cx="20" cy="4" r="3" fill="currentColor"/></svg>`;

/** The tabs above the navigation: docs of customers and of operators. */
const partTitles = ['Use the API', 'Run Hookline'];

const partsOf = (navigation: Navigation): Navigation[] =>
  [false, true].map((forOperators) => navigation.filter(({ isForOperators }) => isForOperators === forOperators));

const isIn = (groups: Navigation, path: string): boolean =>
  groups.some(({ links }) => links.some((link) => link.path === path));

export function renderPage(page: DocsPage, { navigation, script, styles }: Frame): string {
  const { path, title, description, html, headings, markdownPath } = page;
  const links = (partsOf(navigation).find((groups) => isIn(groups, path)) ?? []).flatMap((group) => group.links);
  const at = links.findIndex((link) => link.path === path);
  const fullTitle = path === '/docs' ? title : `${title} · Hookline docs`;
  const summary = escapeHtml(shorten(description));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(fullTitle)}</title>
<meta name="description" content="${summary}">
<link rel="canonical" href="${baseUrl}${path}">
<meta property="og:title" content="${escapeHtml(fullTitle)}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${baseUrl}${path}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="alternate" type="text/markdown" href="${markdownPath}">
<script src="/theme.js"></script>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="mark" href="/">${mark}Hookline</a><a class="home" href="/docs">Docs</a>
<div class="search" role="search"><input type="search" id="search" placeholder="Search docs" aria-label="Search docs" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><kbd aria-hidden="true">/</kbd><div id="found" class="found" role="listbox" aria-label="Search results" hidden></div></div>
<button type="button" class="button menu-button" popovertarget="menu">Menu</button>
<button type="button" class="button" id="key-button" popovertarget="key-panel">Your key</button>
<button type="button" class="button icon-button" id="theme" aria-label="Switch theme"><svg aria-hidden="true" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/></svg></button>
<a class="button primary" id="start" href="/sign-up">Get a key</a>
</header>
<form id="key-panel" class="key-panel" popover aria-label="Your key">
<label for="key">API key</label>
<input id="key" type="password" placeholder="hkl_…" autocomplete="off" spellcheck="false">
<p>Examples are copied with this key. It stays in this tab and is sent only when you try a request. <a href="/dashboard/keys">Create a key</a></p>
<p id="key-state" role="status"></p>
<button type="submit" class="button primary">Use key</button> <button type="button" class="button" id="forget">Forget</button>
</form>
<div class="columns${page.isWide ? ' wide' : ''}">
<nav id="menu" class="menu" popover aria-label="Docs">${renderNavigation(navigation, page)}</nav>
<main id="content">
<article>
${html}
</article>
<footer>
<nav class="turn" aria-label="Next pages">${turnLink(links[at - 1], 'Previous')}${turnLink(at < 0 ? undefined : links[at + 1], 'Next')}</nav>
<p class="edited">${page.editedOn ? `Updated <time datetime="${page.editedOn}">${longDate(page.editedOn)}</time> · ` : ''}<a href="${markdownPath}">View as Markdown</a></p>
</footer>
</main>
${page.isWide ? '' : renderContents(headings)}
</div>
</body>
</html>
`;
}

/** A link to the first page of each part, and the pages of the part that has this page. */
function renderNavigation(navigation: Navigation, page: DocsPage): string {
  const parts = partsOf(navigation);
  const shown = Math.max(
    0,
    parts.findIndex((groups) => isIn(groups, page.path)),
  );
  const links = partTitles.map((title, at) => {
    const current = at === shown ? ' aria-current="true"' : '';
    return `<a href="${parts[at]?.[0]?.links[0]?.path}"${current}>${title}</a>`;
  });
  return `<div class="parts">${links.join('')}</div>${renderGroups(parts[shown] ?? [], page)}`;
}

function renderGroups(groups: Navigation, { path: here, isWide, headings }: DocsPage): string {
  const inner = isWide
    ? `<ul>${headings.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`).join('')}</ul>`
    : '';
  return groups
    .map(({ title, links }) => {
      const items = links.map(({ path, label }) => {
        const current = path === here ? ' aria-current="page"' : '';
        return `<li><a href="${path}"${current}>${escapeHtml(label)}</a>${path === here ? inner : ''}</li>`;
      });
      return `<p>${title}</p><ul>${items.join('')}</ul>`;
    })
    .join('\n');
}

function renderContents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth <= 3);
  if (shown.length < 2) return '<div class="contents"></div>';
  const items = shown.map(
    ({ id, depth, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

function turnLink(link: { path: string; label: string } | undefined, direction: string): string {
  if (!link) return '<span></span>';
  return `<a href="${link.path}"><small>${direction}</small>${escapeHtml(link.label)}</a>`;
}

/** Search engines show about 160 characters. */
function shorten(lines: string): string {
  const text = lines.replace(/\s+/g, ' ');
  if (text.length <= 160) return text;
  return `${text.slice(0, 159).replace(/\s+\S*$/, '')}…`;
}

function longDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

// The page of a shared collection: one document without scripts, whose style is allowed by its hash.
import { readFileSync } from 'node:fs';
import type { CollectionHook } from '../../collections/collection.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { counted } from '../../lib/text.ts';
import { nameOf } from '../../taxonomy/taxonomy.ts';
import { documentPolicy } from './document-policy.ts';

const style = readFileSync(new URL('./shared-collection.css', import.meta.url), 'utf8');

export type SharedCollection = {
  name: string;
  description: string | null;
  updatedAt: Date;
  indexable: boolean;
  hooks: readonly CollectionHook[];
};

export const sharedHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': documentPolicy(style),
  // The URL is the secret of the page, so links to sources must not send it.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

export function renderShared({ name, description, updatedAt, indexable, hooks }: SharedCollection): string {
  const title = escapeHtml(name);
  const about = description === null ? '' : `<p class="about">${escapeHtml(description)}</p>`;
  const day = updatedAt.toISOString().slice(0, 10);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${indexable ? '' : '<meta name="robots" content="noindex" />'}
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <title>${title} · Hookline</title>
    <style>${style}</style>
  </head>
  <body>
    <header><a href="/"><img src="/icon.svg" alt="" width="20" height="20" />Hookline</a></header>
    <main>
      <h1>${title}</h1>
      ${about}
      <p class="facts">${counted(hooks.length, 'hook')} · updated <time datetime="${updatedAt.toISOString()}">${day}</time></p>
      <ol>
        ${hooks.map(toLine).join('\n        ')}
      </ol>
    </main>
    <footer><span>A collection of opening lines, shared read-only.</span><a href="/report">Report a hook</a></footer>
  </body>
</html>
`;
}

function toLine({ hook, note, tags, state }: CollectionHook): string {
  const noted = note === null ? '' : `<p class="note">${escapeHtml(note)}</p>`;
  const tagged =
    tags.length === 0 ? '' : `<ul class="tags">${tags.map((tag) => `<li>${escapeHtml(tag)}</li>`).join('')}</ul>`;
  const content =
    state === 'retired'
      ? '<p class="retired">This hook was retired from the catalog.</p>'
      : `<p class="text">${escapeHtml(hook.text ?? '')}</p><p class="facts">${factsOf(hook)}</p>`;
  return `<li id="${hook.id}">${content}${noted}${tagged}</li>`;
}

const shownLabels = ['platform', 'archetype', 'niche'] as const;
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function factsOf(hook: CollectionHook['hook']): string {
  const views = hook.views === undefined ? [] : [`${compact.format(hook.views)} views`];
  const labels = shownLabels.flatMap((set) => (hook[set] === undefined ? [] : [nameOf(set, hook[set])]));
  return [...[...views, ...labels].map(escapeHtml), ...sourceOf(hook)].join(' · ');
}

/** Imports do not check the URL of a source, so it may be invalid. */
function sourceOf({ source_url, creator }: CollectionHook['hook']): string[] {
  const url = source_url ? URL.parse(source_url) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return [];
  const by = creator ? `${creator} on ` : '';
  return [
    `<a href="${escapeHtml(url.href)}" rel="noopener nofollow">${escapeHtml(by + url.host.replace(/^www\./, ''))}</a>`,
  ];
}

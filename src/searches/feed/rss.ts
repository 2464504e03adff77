// Feed as RSS 2.0.
import { Feed } from 'feed';
import { type FeedPage, feedItems } from './page.ts';

export function toRss(page: FeedPage): string {
  const { title, description, homeUrl, feedUrl, updatedAt } = page;
  const feed = new Feed({
    title: textOf(title),
    description: textOf(description),
    link: homeUrl,
    feed: feedUrl,
    updated: updatedAt,
    generator: 'Hookline',
  });
  for (const { hook, url, addedAt, labels, facts } of feedItems(page))
    feed.addItem({
      title: xmlText(hook.text),
      id: hook.id,
      link: url,
      date: addedAt,
      // Readers take a description as HTML.
      description: xmlText(escapeHtml(facts)),
      category: labels.map((name) => ({ name: textOf(name) })),
    });
  return feed.rss2();
}

/** Outside of CDATA the package takes `&amp;` for `&`. */
function textOf(text: string): string {
  return xmlText(text).replaceAll('&', '&amp;');
}

/** Removes characters that XML 1.0 does not allow, not even as references. */
function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

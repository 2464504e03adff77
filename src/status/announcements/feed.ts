// The feed of the status page: one Atom entry an update, so that a reader shows each.
import type { Announcement } from './announcement.ts';
import { kindNames } from './names.ts';
import { factsOf, headingOf } from './text.ts';

const maxEntries = 50;

export async function renderFeed(announcements: readonly Announcement[], publicUrl: string): Promise<string> {
  // Loaded with the first request of the feed.
  const { Feed } = await import('feed');
  const entries = announcements
    .flatMap((announcement) => announcement.updates.map((update) => ({ announcement, update })))
    .toSorted((a, b) => (a.update.at < b.update.at ? 1 : -1))
    .slice(0, maxEntries);
  const link = `${publicUrl}/status`;
  const feed = new Feed({
    id: link,
    link,
    title: 'Hookline status',
    description: 'Incidents, maintenance and announcements',
    language: 'en',
    copyright: '',
    generator: false,
    updated: new Date(entries[0]?.update.at ?? Date.now()),
    feedLinks: { atom: `${publicUrl}/status/feed.xml` },
  });
  for (const { announcement, update } of entries)
    feed.addItem({
      id: `${link}#${update.id}`,
      link: announcement.url,
      title: headingOf(announcement, update.state),
      date: new Date(update.at),
      published: new Date(update.at),
      category: [{ name: kindNames[announcement.kind] }],
      content: [
        update.message,
        factsOf(announcement)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      ]
        .filter((text) => text !== '')
        .map(toParagraph)
        .join(''),
    });
  return feed.atom1();
}

/** Content of an entry is HTML. */
function toParagraph(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<p>${escaped.replaceAll('\n', '<br>')}</p>`;
}

// Feed as JSON Feed 1.1. Each item has its hook in `_hookline`.
import { type FeedItem, type FeedPage, feedItems } from './page.ts';

export function toJsonFeed(page: FeedPage): string {
  const { title, description, homeUrl, feedUrl } = page;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: homeUrl,
    feed_url: feedUrl,
    description,
    items: feedItems(page).map(toItem),
  });
}

function toItem({ hook, url, addedAt, labels, facts }: FeedItem) {
  const creator = 'creator' in hook ? hook.creator : null;
  const language = 'language' in hook ? hook.language : null;
  return {
    id: hook.id,
    url,
    title: hook.text,
    content_text: facts,
    date_published: addedAt.toISOString(),
    ...(creator === null ? {} : { authors: [{ name: creator }] }),
    tags: labels,
    ...(language === null ? {} : { language }),
    _hookline: hook,
  };
}

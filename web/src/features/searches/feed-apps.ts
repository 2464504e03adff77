// Apps that read feeds: what to paste into each, and where. Free of React.

export type FeedApp = { id: string; name: string; paste: (feedUrl: string) => string; hint: string };

export const feedApps = [
  {
    id: 'sheets',
    name: 'Google Sheets',
    paste: (url) => `=IMPORTDATA("${url}.csv")`,
    hint: 'Paste it into an empty cell. Google Sheets refreshes it about every hour.',
  },
  {
    id: 'excel',
    name: 'Excel',
    paste: (url) => `${url}.csv`,
    hint: 'In Excel, choose Data → From Web and paste it.',
  },
  {
    id: 'rss',
    name: 'RSS reader',
    paste: (url) => `${url}.xml`,
    hint: 'Add it as a subscription, as in Feedly, Inoreader or Thunderbird.',
  },
  {
    id: 'slack',
    name: 'Slack',
    paste: (url) => `/feed subscribe ${url}.xml`,
    hint: 'Send it as a message in the channel. Needs the app RSS in your workspace.',
  },
  {
    id: 'notes',
    name: 'Markdown',
    paste: (url) => `${url}.md`,
    hint: 'For notes, wikis and AI agents that read Markdown from a URL.',
  },
  {
    id: 'json',
    name: 'JSON Feed',
    paste: (url) => `${url}.json`,
    hint: 'For feed readers and programs that read JSON Feed 1.1. The hook of each item is in _hookline.',
  },
] as const satisfies readonly FeedApp[];

export function feedApp(id: string): FeedApp {
  return feedApps.find((app) => app.id === id) ?? feedApps[0];
}

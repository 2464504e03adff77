// Groups of endpoints, as the reference lists them.

export const tags = [
  { name: 'Catalog', description: 'Hooks, archetypes, the taxonomy, trends and changes' },
  { name: 'Lines', description: 'Lines of your own: similar hooks, checks of drafts, templates' },
  { name: 'Exports', description: 'All hooks that match, as a file' },
  { name: 'Searches', description: 'Saved searches, and their feeds for spreadsheets and readers' },
  { name: 'Collections', description: 'Hooks that you saved, in your order, with notes and tags' },
  { name: 'Trend alerts', description: 'Changes of trends, told by email or webhook' },
  { name: 'Webhooks', description: 'New hooks, sent to you' },
  { name: 'Account', description: 'Usage, plans and key requests' },
  { name: 'Health', description: 'Whether the service is up' },
  {
    name: 'Operator',
    description: 'Running the service: accounts, imports, sources and review. Needs the operator key',
  },
] as const;

export type Tag = (typeof tags)[number]['name'];

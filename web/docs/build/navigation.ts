// Navigation of the docs: every page of the site, in groups, in reading order.

/**
 * A page is the name of its file in docs/, or a path from the root. Its path on the site is /docs/{name}, and /docs for README.md.
 * `keywords` are search terms for it.
 */
type Entry = { name: string; file: string; label: string; keywords?: string };
export type Group = { title: string; entries: readonly Entry[]; isForOperators?: true };

const guide = (name: string, label: string, keywords = ''): Entry => ({
  name,
  file: `docs/${name}.md`,
  label,
  keywords,
});

export const groups: readonly Group[] = [
  {
    title: 'Get started',
    entries: [
      { name: 'index', file: 'docs/README.md', label: 'Overview' },
      guide('quick-start', 'Quick start', 'getting started signup sign up curl python golang php javascript'),
      guide('authentication', 'Authentication', 'api key keys token bearer cors'),
      guide('plans', 'Plans', 'pricing price cost quota billing upgrade'),
    ],
  },
  {
    title: 'Guides',
    entries: [
      guide('filtering', 'Filter and sort', 'search query views niche parameters csv'),
      guide('pagination', 'Pagination', 'cursor next page offset limit'),
      guide('check', 'Check a draft', 'score analyze draft'),
      guide('similar', 'Similar hooks', 'nearest embedding'),
      guide('templates', 'Templates'),
      guide('trends', 'Trends', 'trending rising'),
      guide('changes', 'Changes', 'sync incremental delta feed rss'),
      guide('exports', 'Exports', 'export download bulk parquet csv'),
      guide('collections', 'Collections', 'board save favourites notes tags share order'),
      guide('feeds', 'Saved searches and feeds', 'rss json feed csv importdata excel subscribe'),
      guide('digests', 'Digests by email', 'newsletter daily weekly email unsubscribe time zone'),
      guide('team', 'Team', 'members roles invite colleagues owner'),
      guide('webhooks', 'Webhooks', 'webhook signature retry events callback'),
    ],
  },
  {
    title: 'Reference',
    entries: [
      guide('errors', 'Errors', '429 401 403 404 rate limit status codes'),
      guide('limits', 'Limits', '429 rate limit ratelimit throttling'),
    ],
  },
  {
    title: 'Tools',
    entries: [
      { name: 'sdk', file: 'sdk/README.md', label: 'TypeScript SDK', keywords: 'javascript node npm client library' },
      guide('cli', 'Command line', 'cli terminal command'),
      guide('mcp', 'MCP server', 'mcp agent tools claude'),
      guide('connect', 'Connect an agent', 'mcp claude chatgpt vscode'),
      guide('dashboard', 'Dashboard'),
    ],
  },
  {
    title: 'Recipes',
    entries: [
      guide('spreadsheet', 'Google Sheets and Excel', 'google sheets excel csv'),
      guide('pandas', 'pandas', 'python notebook jupyter'),
      guide('duckdb', 'DuckDB', 'sql parquet'),
      guide('n8n', 'n8n'),
      guide('zapier', 'Zapier', 'no-code automation'),
      guide('make', 'Make', 'make.com integromat no-code automation'),
      guide('github-action', 'GitHub Action', 'ci cron'),
      guide('slack', 'Slack alert'),
      guide('moneyprinterturbo', 'MoneyPrinterTurbo', 'video generator faceless shorts script mpt'),
    ],
  },
  {
    title: 'Get started',
    isForOperators: true,
    entries: [guide('first-hour', 'The first hour', 'install start console operator')],
  },
  {
    title: 'Fill the catalog',
    isForOperators: true,
    entries: [
      guide('collecting', 'Collecting'),
      guide('importing', 'Importing'),
      guide('sources', 'Sources'),
      guide('labels', 'Labels'),
      guide('content', 'What is published'),
    ],
  },
  {
    title: 'Operate',
    isForOperators: true,
    entries: [guide('operator', 'Operator API'), guide('admin', 'Operator commands')],
  },
  {
    title: 'In production',
    isForOperators: true,
    entries: [
      guide('configuration', 'Configuration', 'environment variables settings'),
      guide('deployment', 'Deployment', 'self host self-host docker install'),
      guide('databases', 'Databases'),
    ],
  },
  { title: 'Reference', isForOperators: true, entries: [] },
];

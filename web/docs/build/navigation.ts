// Navigation of the docs: every page of the site, in groups, as readers meet them.

/** A page is the name of its file in docs/, or a path from the root. Its address is /docs/{name}, of README.md /docs itself. */
type Entry = { name: string; file: string; label: string };
export type Group = { title: string; entries: readonly Entry[]; isForOperators?: true };

const guide = (name: string, label: string): Entry => ({ name, file: `docs/${name}.md`, label });

export const groups: readonly Group[] = [
  {
    title: 'Get started',
    entries: [
      { name: 'index', file: 'docs/README.md', label: 'Overview' },
      guide('quick-start', 'Quick start'),
      guide('authentication', 'Authentication'),
      guide('plans', 'Plans'),
    ],
  },
  {
    title: 'Guides',
    entries: [
      guide('filtering', 'Filter and sort'),
      guide('pagination', 'Pagination'),
      guide('check', 'Check a draft'),
      guide('similar', 'Similar hooks'),
      guide('templates', 'Templates'),
      guide('trends', 'Trends'),
      guide('changes', 'Changes'),
      guide('exports', 'Exports'),
      guide('webhooks', 'Webhooks'),
    ],
  },
  { title: 'Reference', entries: [guide('errors', 'Errors'), guide('limits', 'Limits')] },
  {
    title: 'Tools',
    entries: [
      { name: 'sdk', file: 'sdk/README.md', label: 'TypeScript SDK' },
      guide('cli', 'Command line'),
      guide('mcp', 'MCP server'),
      guide('connect', 'Connect an agent'),
      guide('dashboard', 'Dashboard'),
    ],
  },
  {
    title: 'Recipes',
    entries: [
      guide('spreadsheet', 'Google Sheets and Excel'),
      guide('pandas', 'pandas'),
      guide('duckdb', 'DuckDB'),
      guide('n8n', 'n8n'),
      guide('zapier', 'Zapier and Make'),
      guide('github-action', 'GitHub Action'),
      guide('slack', 'Slack alert'),
    ],
  },
  {
    title: 'Running Hookline',
    isForOperators: true,
    entries: [
      guide('deployment', 'Deployment'),
      guide('databases', 'Databases'),
      guide('collecting', 'Collecting'),
      guide('importing', 'Importing'),
      guide('content', 'What is published'),
      guide('sources', 'Sources'),
      guide('labels', 'Labels'),
      guide('operator', 'Operator API'),
      guide('admin', 'Operator commands'),
    ],
  },
];

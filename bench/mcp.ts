// Measures tools of the MCP server beside the same calls of the API: CPU per request, alternating.
import { join } from 'node:path';
import { rows } from './catalog-file.ts';
import { afterJobs, type Hookline, startHookline } from './hookline.ts';
import type { Load } from './load.ts';
import { valuesInUse } from './read-cases.ts';
import { alternate, type Effort, type Run } from './reads.ts';
import { figure, markdown, median, times } from './report.ts';

type Requests = Pick<Load, 'paths' | 'bodies' | 'headers'>;
export type McpResult = { name: string; rest: Run[]; mcp: Run[] };

const goal = 2;

export async function measureMcp(dataDir: string, effort: Effort): Promise<McpResult[]> {
  const hookline = await startHookline(join(dataDir, 'data'));
  try {
    await afterJobs(hookline);
    const results: McpResult[] = [];
    for (const { name, rest, mcp } of await casesOf(hookline)) {
      const { url, key, pid } = hookline;
      const sides = [rest, mcp].map((requests) => ({ url, key, pid, ...requests }));
      const [ofRest = [], ofMcp = []] = await alternate(sides, dataDir, effort);
      results.push({ name, rest: ofRest, mcp: ofMcp });
    }
    return results;
  } finally {
    await hookline.stop();
  }
}

export function mcpTable(results: readonly McpResult[]): string {
  return markdown({
    head: ['call', 'API, CPU µs', 'MCP, CPU µs', 'ratio', `≤ ${goal} ×`],
    rows: results.map(({ name, rest, mcp }) => {
      const ratio = median(mcp.map((run, at) => run.cpu / (rest[at]?.cpu ?? Number.NaN)));
      const cpu = [rest, mcp].map((runs) => figure(median(runs.map((run) => run.cpu))));
      return [name, ...cpu, times(ratio), ratio <= goal ? 'yes' : 'no'];
    }),
  });
}

/** Two calls of the same in the same words. `{n}` makes a query new. */
async function casesOf(hookline: Hookline): Promise<{ name: string; rest: Requests; mcp: Requests }[]> {
  const { niche } = await valuesInUse(hookline);
  const response = await fetch(`${hookline.url}/hooks?limit=100`, {
    headers: { authorization: `Bearer ${hookline.key}` },
  });
  const { data } = (await response.json()) as { data: { id: string }[] };
  const drafts = [...rows(100)].map(({ text }) => JSON.stringify({ text }));
  const perNiche = (path: string, more: string) => niche.map((name) => `${path}?niche=${name}&${more}`);
  const listed = (more: object) => niche.map((name) => ({ niche: [name], ...more }));
  return [
    {
      name: 'list of 20 hooks',
      rest: { paths: perNiche('/hooks', 'limit=20') },
      mcp: toolCalls('search_hooks', listed({ limit: 20 })),
    },
    {
      name: 'list of 20 hooks, every query new',
      rest: { paths: perNiche('/hooks', 'limit=20&max_views=9{n}') },
      mcp: toolCalls('search_hooks', listed({ limit: 20, max_views: '9{n}' })),
    },
    {
      name: '20 random hooks',
      rest: { paths: perNiche('/hooks/random', 'count=20') },
      mcp: toolCalls('random_hooks', listed({ count: 20 })),
    },
    {
      name: 'one hook',
      rest: { paths: data.map(({ id }) => `/hooks/${id}`) },
      mcp: toolCalls(
        'get_hook',
        data.map(({ id }) => ({ id })),
      ),
    },
    {
      name: 'check of a draft',
      rest: { paths: drafts.map(() => '/check'), bodies: drafts },
      mcp: toolCalls(
        'check_draft',
        drafts.map((draft) => JSON.parse(draft)),
      ),
    },
  ];
}

function toolCalls(name: string, calls: readonly object[]): Requests {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  };
  return {
    paths: calls.map(() => '/mcp'),
    bodies: calls.map((args, id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args, _meta: meta } }),
    ),
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
  };
}

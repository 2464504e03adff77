// Input of the code examples in the reference, by operation. Other operations send the least that their schema requires.
import type { Operation } from './document.ts';
import type { Schemas } from './fields.ts';
import { exampleValue } from './values.ts';

export type ExampleCall = {
  params?: Readonly<Record<string, string>>;
  query?: Record<string, string>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
};

const hook = { id: 'hook_4103' };
const line = 'How to read a payslip in sixty seconds';
const month = { since: '2026-11-01T00:00:00Z' };

const examples: Readonly<Record<string, ExampleCall>> = {
  listHooks: { query: { niche: 'finance', min_views: '1000000', limit: '3' } },
  queryHooks: {
    body: { filters: { niche: ['finance', 'business'], min_views: 1_000_000 }, sort: '-added_at', limit: 2 },
  },
  listFullHooks: { query: { q: 'money', platform: 'TikTok', limit: '1' } },
  queryFullHooks: { body: { filters: { ids: ['hook_4103'] } } },
  drawRandomHooks: { query: { count: '2', niche: 'finance', seed: '7' } },
  getHook: { params: hook },
  getTrends: { query: { by: 'archetype', window: '7d' } },
  listChanges: { query: { since: '0', limit: '1' } },
  checkDraft: { body: { text: line, platform: 'TikTok' } },
  listTemplates: { query: { slot: 'topic', limit: '2' } },
  adaptTemplate: { body: { template: 'Stop buying [topic] before you read this', topic: 'index funds' } },
  listSimilarHooks: { params: { id: 'hook_84' }, query: { limit: '2' } },
  findSimilarHooks: { body: { text: line, limit: 2 } },
  getUsageHistory: { query: { by: 'day,endpoint' } },
  createExport: {
    headers: { 'Idempotency-Key': 'finance-2026-11-23' },
    body: { format: 'csv', filters: { niche: 'finance' } },
  },
  createWeeklyExport: {
    body: { format: 'csv', filters: { niche: 'finance' }, day: 'monday', hour: 6, timezone: 'Europe/Berlin' },
  },
  reportHook: { body: { ...hook, reason: 'mine', email: 'creator@example.com', message: 'This is my video.' } },
  createWebhook: {
    body: { webhook_url: 'https://example.com/hooks', filters: { niche: ['finance'], min_views: 1_000_000 } },
  },
  updateWebhook: { body: { description: 'Finance hooks for the newsletter' } },
  resumeWebhook: { body: { backlog: 'deliver' } },
  replayDeliveries: { body: month },
  revokeLeakedKey: { body: { key: 'hkl_…' } },
  requestKey: {
    body: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      use_case: 'Ideas for our weekly video',
      expected_calls_per_month: 2000,
    },
  },
};

/** Ids by the start of the path. */
const ids: readonly (readonly [start: string, params: Readonly<Record<string, string>>])[] = [
  ['/exports/schedules/', { id: 'sch_2mB8Rd4fTq0ZsXhL' }],
  ['/requests/', { id: 'req_5TnE9xKc2VbQ7wLr' }],
  ['/export/', { id: 'exp_9xKc2VbQ7wLr5TnE' }],
  ['/webhooks/', { id: 'wh_4fTq0ZsXh2LmB8Rd', delivery_id: 'dlv_7wLr5TnE9xKc2VbQ' }],
];

export function exampleOf(operation: Operation, schemas: Schemas): ExampleCall {
  const [, params] = ids.find(([start]) => operation.path.startsWith(start)) ?? [];
  const least = operation.body && exampleValue(operation.body, { schemas });
  const needsQuery = operation.parameters.filter((one) => one.in === 'query' && one.required);
  const query = Object.fromEntries(
    needsQuery.map(({ name, schema }) => [name, String(exampleValue(schema, { schemas }, name))]),
  );
  return { params, query, ...(least === undefined ? {} : { body: least }), ...examples[operation.id] };
}

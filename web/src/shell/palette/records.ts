// Records that the palette finds: hooks, keys, webhooks, exports and accounts by name or ID, and sections of the docs.

import type { Collection, Export, Hook, Webhook } from '@hookline/sdk';
import type { Session } from '../../api/account.ts';
import { type Query, request, requestBody } from '../../api/client.ts';
import type { AccountOverview, ExportOverview, HookPage, Key, Source, WebhookOverview } from '../../api/openapi.ts';
import type { IconName } from '../../kit/display/icons.tsx';
import { capitalized, formatDate, plural } from '../../kit/page/format.ts';
import { type RecordSource, recordById } from './by-id.ts';
import type { Result } from './commands.ts';
import { openRow } from './open-row.ts';

const most = 5;

/**
 * Sources that the session may read, the record of an ID first. Lists are read once and searched here; hooks and accounts are searched by
 * the service.
 */
export function recordSources({ account, permissions }: Session): RecordSource[] {
  if (account)
    return withId(recordById('holder', permissions), [...holderSources(account.plan), docs({ ofOperators: false })]);
  return withId(recordById('operator', permissions), [
    ...(permissions.includes('accounts') ? customerSources() : []),
    ...(permissions.includes('catalog') ? catalogSources() : []),
    docs({ ofOperators: true }),
  ]);
}

/** Skips the other sources when the text is an ID. */
function withId(byId: RecordSource, others: RecordSource[]): RecordSource[] {
  const isNamed = (text: string) => byId.expect?.(text).length;
  return [
    byId,
    ...others.map(({ find, ...rest }) => ({
      ...rest,
      find: async (text: string) => (isNamed(text) ? [] : find(text)),
    })),
  ];
}

const isOf =
  (...plans: string[]) =>
  (plan: string) =>
    plans.includes(plan);
const hasWebhooks = isOf('enterprise');
const hasExports = isOf('scale', 'enterprise');

function holderSources(plan: string): RecordSource[] {
  return [
    listed('Keys', 'key', async () => {
      const keys = await request<Key[]>('GET', '/account/keys');
      const live = keys.filter(({ revoked_at }) => !revoked_at);
      const rows = [...live, ...keys.filter((key) => !live.includes(key))];
      return rows.map(({ name, hint, id, revoked_at }) => [
        name,
        '/dashboard/keys',
        revoked_at ? `${hint} revoked` : hint,
        id,
      ]);
    }),
    listed('Collections', 'bookmark', async () => {
      const collections = await request<Collection[]>('GET', '/collections');
      return collections.map(({ name, collection_id: id, hooks }) => [
        name,
        `/dashboard/collections/${id}`,
        plural(hooks, 'hook'),
        id,
      ]);
    }),
    ...(hasWebhooks(plan)
      ? [
          listed('Webhooks', 'webhook', async () => {
            const webhooks = await request<Webhook[]>('GET', '/webhooks');
            return webhooks.map(({ webhook_id: id, webhook_url: url, description }) => [
              description || url,
              `/dashboard/webhooks/${id}`,
              url,
              id,
            ]);
          }),
        ]
      : []),
    ...(hasExports(plan)
      ? [
          listed('Exports', 'export', async () => {
            const exports = await request<Export[]>('GET', '/exports', { query: { limit: 50 } });
            return exports.map(({ export_id: id, format, status, created_at }) => [
              `${format.toUpperCase()} export of ${formatDate(created_at)}`,
              '/dashboard/exports',
              capitalized(status),
              id,
            ]);
          }),
        ]
      : []),
    found('Hooks', 'hook', async (q) => {
      const { data } = await read<{ data: Hook[] }>('/hooks', { q, fields: 'id,text', limit: most });
      return data.map(({ id, text }) => [text, `/dashboard/hooks/${id}`]);
    }),
  ];
}

function customerSources(): RecordSource[] {
  return [
    found('Accounts', 'people', async (q) => {
      const { accounts } = await read<{ accounts: AccountOverview[] }>('/operator/accounts', { q, limit: most });
      return accounts.map(({ id, name, email }) => [name, `/console/accounts/${id}`, email]);
    }),
    listed('Webhooks', 'webhook', async () => {
      const { webhooks } = await read<{ webhooks: WebhookOverview[] }>('/operator/webhooks');
      return webhooks.map(({ webhook_id: id, webhook_url: url, account_id, account_name }) => [
        url,
        `/console/accounts/${account_id}?tab=webhooks`,
        account_name,
        id,
      ]);
    }),
    listed('Exports', 'export', async () => {
      const { exports } = await read<{ exports: ExportOverview[] }>('/operator/exports', { limit: 100 });
      return exports.map(({ export_id: id, format, created_at, account_id, account_name }) => [
        `${format.toUpperCase()} export of ${formatDate(created_at)}`,
        `/console/exports?account=${account_id}`,
        account_name ?? undefined,
        id,
      ]);
    }),
  ];
}

function catalogSources(): RecordSource[] {
  return [
    listed('Sources', 'source', async () => {
      const { sources } = await read<{ sources: Source[] }>('/operator/sources');
      return sources.map(({ id, name, location }) => [name, `/console/sources?source=${id}`, location, id]);
    }),
    found('Hooks', 'hook', async (text) => {
      const { hooks } = await read<HookPage>('/operator/hooks', { text, limit: most });
      return hooks.map((hook) => [hook.text, `/console/hooks?hook=${hook.id}`]);
    }),
  ];
}

/** The search of the docs with its index, loaded at the first use. */
function docs({ ofOperators }: { ofOperators: boolean }): RecordSource {
  const load = once(async () => (await import('../../../docs/client/search.ts')).createSearch());
  return {
    name: 'Docs',
    find: async (text) =>
      (await load())(text)
        .filter(({ isForOperators }) => ofOperators || !isForOperators)
        .slice(0, most)
        .map(({ id, title, page, excerpt }) => ({
          id,
          title,
          note: page === title ? undefined : page,
          excerpt,
          icon: 'book',
          run: () => location.assign(id),
        })),
  };
}

/** `id` is searched, but not shown. For a path without it, the list opens with the focus on its row. */
type Row = [title: string, path: string, note?: string, id?: string];

function found(name: string, icon: IconName, find: (text: string) => Promise<Row[]>): RecordSource {
  return { name, find: async (text) => (await find(text)).map((row) => toResult(row, icon)) };
}

function listed(name: string, icon: IconName, list: () => Promise<Row[]>): RecordSource {
  const rows = once(list);
  return found(name, icon, async (text) => {
    const words = text.toLowerCase().split(/\s+/);
    const matches = ([title, , note, id]: Row) => {
      const searched = `${title} ${note} ${id}`.toLowerCase();
      return words.every((word) => searched.includes(word));
    };
    return (await rows()).filter(matches).slice(0, most);
  });
}

function toResult([title, path, note, id]: Row, icon: IconName): Result {
  return { id: id ?? path, title, note: note === title ? undefined : note, icon, run: () => openRow(path, id) };
}

const read = <T>(path: string, query: Query = {}) => requestBody<T>(path, query);

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load();
    // The next text retries.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
}

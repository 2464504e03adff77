// Calls of each key in the last 30 days, for the tables of keys.
import type { UsageRecord } from '../../../../src/quota/store.ts';
import { requestBody } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import { dayMs } from '../../kit/page/format.ts';

/** `calls`: calls per UTC day for 30 days, today last. `counted`: today's calls that count against limits. */
export type KeyCalls = { calls: readonly number[]; counted: number };

const days = 30;

type History = { until: string } & ({ data: UsageRecord[] } | { usage: UsageRecord[] });

/** Returns calls by key id; undefined while loading. `path` is the path of a usage history. */
export function useKeyCalls(path: string): ReadonlyMap<string, KeyCalls> | undefined {
  const query = { by: ['day', 'key'] };
  const { data } = useApi([path, query], () => requestBody<History>(path, query));
  return data && callsByKey('data' in data ? data.data : data.usage, data.until);
}

function callsByKey(records: readonly UsageRecord[], until: string): Map<string, KeyCalls> {
  const byKey = new Map<string, { calls: number[]; counted: number }>();
  for (const { key_id = '', day = until, calls: count, counted } of records) {
    const ago = Math.round((Date.parse(until) - Date.parse(day)) / dayMs);
    const ofKey = byKey.get(key_id) ?? { calls: new Array<number>(days).fill(0), counted: 0 };
    if (ago < days) ofKey.calls[days - 1 - ago] = count;
    if (ago === 0) ofKey.counted = counted;
    byKey.set(key_id, ofKey);
  }
  return byKey;
}

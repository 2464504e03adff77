// /meta and /usage: what the caller may do and how much is left.
import { z } from 'zod';
import { plans } from '../accounts/plan.ts';
import type { Usage } from '../accounts/usage.ts';
import type { Catalog } from '../catalog/live.ts';
import { dimensions, type Snapshot } from '../catalog/snapshot.ts';
import { summariseArchetypes, summariseCatalog } from '../catalog/summary.ts';
import type { Config } from '../config.ts';
import type { Answer, Call } from './door.ts';
import { matchesEtag } from './hooks.ts';
import { parseParameters } from './parameters.ts';
import { type ByteString, toByteString } from './records.ts';

const noParameters = z.object({});

export type AccountParts = { catalog: () => Catalog; usage: Usage; config: Config; version: string };

export function createAccountHandlers({ catalog, usage, config, version }: AccountParts) {
  const archetypesOf = once(summariseArchetypes);
  const summaryOf = once(summariseCatalog);
  return { archetypes, meta, usage: usageOf };

  function archetypes(call: Call): Answer {
    parseParameters(noParameters, call.query);
    const { snapshot } = catalog();
    const etag = `W/"${snapshot.version}-archetypes"`;
    if (matchesEtag(call.ifNoneMatch, etag)) return { status: 304, body: '', etag };
    const data = archetypesOf(snapshot);
    return { status: 200, etag, body: json({ data, count: data.length, total: data.length, next_cursor: null }) };
  }

  function meta(call: Call): Answer {
    parseParameters(noParameters, call.query);
    const { snapshot } = catalog();
    const plan = plans[call.caller.plan];
    const next = new Date(Date.parse(snapshot.updatedAt) + config.updateEveryMs);
    const data = {
      version,
      ...summaryOf(snapshot),
      dimensions,
      update_every: config.updateEvery,
      next_update_at: next.toISOString(),
      account: {
        plan: plan.name,
        features: [...plan.features],
        limits: { per_day: call.caller.limits.perDay, per_month: call.caller.limits.perMonth },
        included_per_month: plan.includedPerMonth,
      },
    };
    return { status: 200, body: json({ data }) };
  }

  async function usageOf(call: Call): Promise<Answer> {
    parseParameters(noParameters, call.query);
    const windows = await usage.usageOf(call.caller);
    const data = windows.map(({ name, limit, used, remaining, resetsAt }) => ({
      window: name,
      limit,
      used,
      remaining,
      resets_at: new Date(resetsAt).toISOString(),
    }));
    return { status: 200, body: json({ data: { plan: call.caller.plan, windows: data } }), cacheControl: 'no-store' };
  }
}

function json({ data, ...rest }: Record<string, unknown>): ByteString {
  return toByteString(JSON.stringify({ success: true, data, ...rest, timestamp: new Date().toISOString() }));
}

/** Computed at the first request of each catalog version. */
function once<T>(compute: (snapshot: Snapshot) => T): (snapshot: Snapshot) => T {
  const known = new WeakMap<Snapshot, { value: T }>();
  return (snapshot) => {
    const entry = known.get(snapshot) ?? { value: compute(snapshot) };
    known.set(snapshot, entry);
    return entry.value;
  };
}

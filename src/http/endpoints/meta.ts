// /archetypes, /meta and /usage: the catalog in figures, what the caller may do and how much is left.
import { z } from 'zod';
import { plans } from '../../accounts/plan.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { perSnapshot } from '../../catalog/snapshot/per-snapshot.ts';
import { dimensions } from '../../catalog/snapshot/snapshot.ts';
import { summariseArchetypes, summariseCatalog } from '../../catalog/summary.ts';
import type { Config } from '../../config/config.ts';
import type { LiveFreshness } from '../../ingest/sources/freshness.ts';
import type { Quota } from '../../quota/quota.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import type { Call } from '../pipeline/pipeline.ts';
import { type Answer, jsonAnswer, matchesEtag, notModified } from '../pipeline/response.ts';

const noParameters = z.object({});

export type AccountDeps = {
  catalog: () => Catalog;
  usage: Quota;
  config: Config;
  version: string;
  freshness: LiveFreshness['current'];
};

export function createAccountHandlers({ catalog, usage, config, version, freshness }: AccountDeps) {
  const archetypesOf = perSnapshot(summariseArchetypes);
  const summaryOf = perSnapshot(summariseCatalog);
  return { archetypes, meta, usage: usageOf };

  function archetypes(call: Call): Answer {
    parseParameters(noParameters, call.query);
    const { snapshot } = catalog();
    const etag = `W/"${snapshot.version}-archetypes"`;
    if (matchesEtag(call.headers['if-none-match'], etag)) return notModified(etag);
    const data = archetypesOf(snapshot);
    return jsonAnswer({ data, count: data.length, total: data.length, next_cursor: null }, { etag });
  }

  function meta(call: Call): Answer {
    parseParameters(noParameters, call.query);
    const { snapshot } = catalog();
    const plan = plans[call.caller.plan];
    const { nextUpdateAt, checkedAt } = freshness();
    const data = {
      version,
      ...summaryOf(snapshot),
      dimensions,
      update_every: config.updateEvery,
      next_update_at: nextUpdateAt?.toISOString() ?? null,
      checked_at: checkedAt?.toISOString() ?? null,
      account: {
        plan: plan.name,
        features: [...plan.features],
        limits: { per_day: call.caller.limits.perDay, per_month: call.caller.limits.perMonth },
        included_per_month: plan.includedPerMonth,
      },
    };
    return jsonAnswer({ data });
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
    return jsonAnswer({ data: { plan: call.caller.plan, windows: data } }, { cacheControl: 'no-store' });
  }
}

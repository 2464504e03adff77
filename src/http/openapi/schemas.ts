// What answers look like, as the OpenAPI document shows it: the envelopes, and the nouns that no other room has.
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { fullHookSchema, hookSchema } from '../../catalog/hook.ts';
import { type ErrorCode, errorTable } from '../../lib/errors.ts';
import { usageDimensions } from '../../quota/usage-history.ts';
import { verdicts } from '../../trends/verdict.ts';

const moment = z.iso.datetime();
export const single = (data: z.ZodType) => z.object({ success: z.literal(true), data, timestamp: moment });
export const list = (data: z.ZodType) =>
  z.object({
    success: z.literal(true),
    data: z.array(data),
    count: z.number().int(),
    timestamp: moment,
    total: z.number().int(),
    next_cursor: z.string().nullable(),
    facets: z.record(z.string(), z.record(z.string(), z.number().int())).optional(),
  });

export const archetypeSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    family: z.string().nullable(),
    description: z.string(),
    template: z.string(),
    examples: z.array(hookSchema),
    hooks: z.number().int(),
    median_views: z.number().int().nullable(),
  })
  .meta({ id: 'Archetype', description: 'A way to open a video, with its three most viewed hooks' });

const usageWindow = z
  .object({
    window: z.enum(['day', 'month']),
    limit: z.number().nullable(),
    used: z.number(),
    remaining: z.number().nullable(),
    resets_at: moment,
  })
  .meta({ id: 'UsageWindow', description: 'A UTC day or month; `limit` is null where none is enforced' });

export const usageSchema = z
  .object({ plan: z.string(), windows: z.array(usageWindow) })
  .meta({ id: 'Usage', description: 'What this account has used' });

const usageRecord = z
  .object({
    day: z.iso.date().optional(),
    endpoint: z
      .string()
      .optional()
      .meta({ description: 'With its method where that is not GET', example: '/hooks/:id' }),
    key_id: z.string().optional(),
    key_name: z.string().nullable().optional(),
    status: z.number().int().optional(),
    calls: z.number().int(),
    counted: z.number().int().meta({ description: 'Those of the calls that took quota' }),
  })
  .meta({ id: 'UsageRecord', description: 'Has the fields that `by` names, and the two counts' });
export const usageHistorySchema = list(usageRecord).extend({
  since: z.iso.date(),
  until: z.iso.date(),
  by: z.array(z.enum(usageDimensions)),
});

export const metaSchema = z
  .object({
    version: z.string(),
    catalog_version: z.number().int(),
    taxonomy_version: z.number().int(),
    hooks: z.number().int(),
    views: z.object({ min: z.number().nullable(), median: z.number().nullable(), max: z.number().nullable() }),
    values: z.record(z.string(), z.record(z.string(), z.number().int())),
    updated_at: moment.meta({ description: 'When hooks last changed' }),
    data_through: moment.nullable(),
    update_every: z.string(),
    next_update_at: moment.nullable().meta({ description: 'null where no source is scheduled' }),
    checked_at: moment.nullable().meta({ description: 'When a source was last read, also where it had nothing new' }),
    sample_data: z.boolean(),
    dimensions: z.array(z.string()).meta({ description: 'The labels that facets and `values` know' }),
    account: z
      .object({
        plan: z.string(),
        features: z.array(z.string()),
        limits: z.object({ per_day: z.number().int().nullable(), per_month: z.number().int().nullable() }),
        included_per_month: z.number().int().nullable(),
      })
      .meta({ description: 'Of this key' }),
  })
  .meta({ id: 'Meta', description: 'The catalog in figures, and the plan of this key' });

const changeSchema = z
  .object({
    id: z.string(),
    change: z.enum(['added', 'updated', 'retired']),
    catalog_version: z.number().int(),
    hook: fullHookSchema.nullable(),
  })
  .meta({ id: 'Change', description: 'Put `hook` in place of what you have under its id; delete what is retired' });
export const changesSchema = list(changeSchema).extend({
  since: z.number().int(),
  catalog_version: z.number().int().meta({ description: 'After the last page: the `since` of your next walk' }),
});

const share = z.number().nullable();
const trendSchema = z
  .object({
    value: z.string(),
    hooks_added: z.number().int(),
    hooks_added_before: z.number().int(),
    share: share.meta({ description: 'Of all hooks added in the window, 0 to 1' }),
    share_before: share,
    change: share.meta({ description: '`share / share_before - 1`' }),
    views_gained: z.number().int(),
    views_gained_before: z.number().int(),
    median_views: z.number().nullable().meta({ description: 'Of the hooks added in the window' }),
    verdict: z.enum(verdicts),
    n: z.number().int().meta({ description: 'Hooks that the verdict rests on' }),
    series: z.array(z.object({ until: moment, hooks_added: z.number().int(), views_gained: z.number().int() })),
    top_hooks: z.array(hookSchema),
  })
  .meta({ id: 'Trend', description: 'How a value of a label fares, against the window before' });
export const trendsSchema = list(trendSchema).extend({
  by: z.string(),
  window: z.string(),
  from: moment,
  until: moment,
  catalog_version: z.number().int(),
});

const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    success: z.literal(false),
    code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
    request_id: z.string(),
    timestamp: moment,
    errors: z
      .array(
        z.looseObject({
          parameter: z.string().optional(),
          pointer: z.string().optional(),
          detail: z.string(),
          did_you_mean: z.string().optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document' });

export function jsonOrCsv(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema }, 'text/csv': { schema: z.string() } } };
}

/** How an error with this status is documented. */
export function problemAnswer(status: number) {
  return {
    description: STATUS_CODES[status] ?? '',
    content: { 'application/problem+json': { schema: problemSchema } },
  };
}

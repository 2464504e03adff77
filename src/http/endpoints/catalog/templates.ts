// GET /templates: the templates that several hooks share.
import { z } from 'zod';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import { draftCheckSchema, maxDraftLength } from '../../../catalog/check/check-schema.ts';
import type { Catalog } from '../../../catalog/live-catalog.ts';
import { hookSchema } from '../../../catalog/record.ts';
import { decodeCursor, encodeCursor, queryFingerprint } from '../../../catalog/search/cursor.ts';
import { filterKey } from '../../../catalog/search/filter.ts';
import type { FilterLimits } from '../../../catalog/search/filter-input.ts';
import { resolve } from '../../../catalog/search/resolve.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { frameSorts, listFrames, minHooks, type ProvenTemplate } from '../../../catalog/templates/frames.ts';
import { type Adapted, adapt, writeVariants } from '../../../catalog/templates/variants.ts';
import { persons } from '../../../labels/templates/person.ts';
import { slots } from '../../../labels/templates/slots.ts';
import { type Fault, fail } from '../../../lib/errors.ts';
import { type CallerEndpoint, type CallerRequest, keyEndpoint } from '../../pipeline/endpoint.ts';
import { cachePages, type Rendered, withCursor } from '../../pipeline/page-cache.ts';
import {
  checkNames,
  cursorParameter,
  failParameters,
  filterShape,
  parseParameters,
  readFilter,
  wholeNumber,
} from '../../pipeline/parameters.ts';
import { createConcurrencyLimiter } from '../../pipeline/rate-limits.ts';
import { type ByteString, envelope, joinRecords, toByteString } from '../../pipeline/records.ts';
import { list, toList } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';

const slotNames = z.enum(slots);
const templateParameters = z.object({
  sort: z
    .enum(frameSorts, { error: `\`sort\` must be one of ${frameSorts.join(', ')}.` })
    .optional()
    .meta({ description: 'Default `-median_views`. `-n`: most hooks first' }),
  slot: z
    .array(z.string())
    .optional()
    .meta({ description: `Only templates with all of these: ${slots.join(', ')}` }),
  min_n: wholeNumber('min_n', {
    min: minHooks,
    description: `Only templates of at least this many hooks. Default ${minHooks}: raise it for more reliable medians`,
  }).optional(),
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Templates per page. Default 20' }).optional(),
  cursor: cursorParameter,
  ...filterShape,
});

const templateSchema = z
  .object({
    template: z.string().meta({ example: 'Stop buying [topic] before you read this.' }),
    slots: z.array(slotNames),
    n: z.number().int().meta({ description: 'Hooks with this template' }),
    median_views: z.number().int().meta({ description: 'Median views of these hooks' }),
    archetype: z.string().meta({ description: 'Archetype of most of these hooks' }),
    examples: z.array(hookSchema).meta({ description: 'Up to 3, most viewed first' }),
  })
  .meta({ id: 'Template', description: 'A template used by at least two creators' });

export function templateEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      path: '/templates',
      isInMemory: true,
      tag: 'Lines',
      summary: 'List templates',
      description: 'Templates that several hooks share, most viewed first.',
      query: templateParameters,
      response: list(templateSchema),
      rawHandler: cachePages(services, (request, current) => renderTemplates(request, current, services.limits)),
    }),
  ];
}

function renderTemplates(
  { query: text, collections, nearest }: CallerRequest,
  { snapshot, cache }: Catalog,
  limits: FilterLimits,
): Rendered {
  const given = parseParameters(templateParameters, text);
  const { sort = '-median_views', slot, min_n: atLeast = minHooks, limit = 20, cursor, ...filters } = given;
  const rules = { snapshot, limits, collections, nearest };
  const faults: Fault[] = [];
  const filter = readFilter(filters, rules, faults);
  checkNames('slot', slot, slots, rules, faults);
  if (faults.length > 0) failParameters(faults);
  const wanted = slots.filter((name) => slot?.includes(name));
  const fingerprint = queryFingerprint(`templates ${filterKey(filter)} ${sort} ${wanted.join()} ${atLeast}`);
  const after = cursor === undefined ? null : decodeCursor(cursor, fingerprint);
  const { rows } = resolve(snapshot, cache, filter);
  const page = listFrames(snapshot, { rows, sort, slots: wanted, minHooks: atLeast, limit, after });
  const next = page.next && encodeCursor(page.next, fingerprint);
  const records = page.templates.map((template) => toRecord(snapshot, template));
  return { body: envelope(records.join(), records.length, page.total, next), nextQuery: withCursor(text, next) };
}

function toRecord(snapshot: Snapshot, { medianViews, examples, archetype, ...frame }: ProvenTemplate): ByteString {
  const figures = JSON.stringify({ ...frame, median_views: medianViews, archetype });
  return `${toByteString(figures.slice(0, -1))},"examples":[${joinRecords(snapshot, examples, false)}]}`;
}

// POST /adapt: a template or a hook's line with other values, and variants of it by the operator's language model.

const maxTemplate = 500;
const maxValue = 200;
const maxValues = 20;
const maxVariants = 5;
/** Calls that a request with `variants` counts as. */
const variantsCost = 10;

const value = z
  .string('A value must be text, in quotation marks.')
  .trim()
  .min(1, 'A value must not be empty.')
  .max(maxValue, `A value has at most ${maxValue} characters.`)
  .regex(/^[^[\]\p{Cc}\p{Zl}\p{Zp}]*$/u, 'A value is one line without [ and ].');
const valuesError = `A value must be text of 1 to ${maxValue} characters without [ and ], or a list of 1 to ${maxValues} such texts.`;
const values = z.union([value, z.array(value).min(1, valuesError).max(maxValues, valuesError)], { error: valuesError });
const adaptInput = z
  .strictObject({
    template: z
      .string('`template` must be text, in quotation marks.')
      .trim()
      .min(1, '`template` must not be empty.')
      .max(maxTemplate, `\`template\` has at most ${maxTemplate} characters.`)
      .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, '`template` must be one line.')
      .optional()
      .meta({ example: 'Stop buying [topic] before you read this.' }),
    id: z.string().optional().meta({ description: 'A hook, in place of `template`', example: 'hook_1204' }),
    slots: z
      .record(z.string().regex(/^\S(?:.*\S)?$/u, 'A key of `slots` is a slot, or words of the line.'), values)
      .refine((given) => Object.keys(given).length <= maxValues, `\`slots\` has at most ${maxValues} keys.`)
      .optional()
      .meta({
        description: `Values by slot (${slots.join(', ')}), or by words of the line, such as \`{"payslip": "bank statement"}\`. If it occurs several times: a list of values in order; the last repeats`,
      }),
    topic: value.optional().meta({ description: 'Short for `slots.topic`' }),
    person: z.enum(persons, { error: '`person` must be I, we or you.' }).optional().meta({
      description: 'Who speaks in the line, English lines only: “I lost my keys” as we is “We lost our keys”',
    }),
    variants: z
      .int(`\`variants\` must be between 1 and ${maxVariants}.`)
      .min(1, `\`variants\` must be between 1 and ${maxVariants}.`)
      .max(maxVariants, `\`variants\` must be between 1 and ${maxVariants}.`)
      .optional()
      .meta({
        description: `Maximum number of variants by the operator’s language model after the line, each with a \`check\`. The request counts as ${variantsCost} calls`,
      }),
  })
  .refine(({ template, id }) => (template === undefined) !== (id === undefined), {
    error: 'Send either `template` or `id`.',
  })
  .refine(({ slots: given, topic }) => topic === undefined || given?.topic === undefined, {
    path: ['topic'],
    error: 'Send `topic` or `slots.topic`, not both.',
  });

const adaptedSchema = z
  .object({
    text: z.string(),
    filled: z
      .partialRecord(z.enum(slots), z.union([z.string(), z.array(z.string())]))
      .meta({ description: 'Values by slot; for a variant, the values of its own template' }),
    template: z.string(),
    unfit: z
      .array(z.object({ slot: slotNames, reason: z.string() }))
      .meta({ description: 'Values that do not fit their slot, and why. The line contains them anyway' }),
    check: draftCheckSchema.optional().meta({
      description: 'With `variants`: the line as POST /check describes it, with the three nearest proven hooks',
    }),
  })
  .meta({ id: 'AdaptedLine', description: 'A template with its slots filled, or a variant of that line' });

export function adaptEndpoints(services: Services): CallerEndpoint[] {
  const withVariants = createVariants(services);
  return [
    keyEndpoint({
      method: 'POST',
      path: '/adapt',
      isInMemory: true,
      costOf: (body) => (hasVariants(body) ? variantsCost : 1),
      tag: 'Lines',
      summary: 'Adapt template',
      description: `Fills the slots of a template, or of the line of a hook, or replaces words of it. Articles, plurals and capitals follow the values. With \`id\`, slots without a value keep the words of the line; with \`template\`, each slot needs a value. With \`variants\` the operator’s language model rewrites the line, and every line is checked as by POST /check: this takes seconds and counts as ${variantsCost} calls. It is free if it fails or no variant is valid, the latter ${fruitlessForFree.max} times in ten minutes; after that only the line is returned. There may be fewer variants than requested: only new single lines of the same language are included.`,
      requiresBody: true,
      body: adaptInput,
      response: list(adaptedSchema),
      // The hook `id` may be unknown or retired.
      errors: [400, 401, 403, 404, 410, 413, 415, 422, 429, 500, 503, 507],
      handler: ({ body: { variants, ...input }, caller }) => {
        const line = adapt(services.catalog().snapshot, input);
        return variants === undefined ? toList([line]) : withVariants(caller.accountId, line, variants);
      },
    }),
  ];
}

function hasVariants(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'variants' in body;
}

/** Limits model calls of an account: each takes seconds, and all accounts share the rate limits of the provider. */
const callsAtOnce = { accountRequestsAtOnce: 2, accountRequestsWaiting: 4 };
/** Calls without a valid variant that are refunded; they cost the operator as much as others. Counted per process. */
const fruitlessForFree = { windowMs: 600_000, max: 3 };

function createVariants(services: Services) {
  const { catalog, labeller, meaning, variants, db, observe, stopping } = services;
  const calls = createConcurrencyLimiter(callsAtOnce);
  const fruitless = createRateLimiter(Date.now, fruitlessForFree);
  return async (accountId: string, line: Adapted, count: number) => {
    if (!variants)
      failVariants('This service has no language model. Its operator can set HOOKLINE_LLM_URL and HOOKLINE_LLM_MODEL.');
    if (line.text.length > maxDraftLength)
      failVariants(`Send a line of at most ${maxDraftLength} characters for variants.`);
    const check = { catalog: catalog(), labeller: labeller(), meaning };
    const lines = await calls.run(accountId, () =>
      writeVariants({ ...variants, db, observe, stopping }, check, { line, count }),
    );
    if (lines.length > 1 || fruitless.record(accountId) > 0) return toList(lines);
    return fail(
      'unavailable',
      'The language model wrote no valid variant. Try again, change the line, or leave out `variants`.',
      {
        retryAfterSeconds: 1,
      },
    );
  };
}

function failVariants(detail: string): never {
  fail('invalid_body', detail, { errors: [{ pointer: '#/variants', detail }] });
}

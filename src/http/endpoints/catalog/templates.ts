// GET /templates: the templates that several hooks share. POST /adapt: a template or a hook's line with other values.
import { z } from 'zod';
import { hookSchema } from '../../../catalog/hook.ts';
import { decodeCursor, encodeCursor, queryFingerprint } from '../../../catalog/search/cursor.ts';
import { filterKey } from '../../../catalog/search/filter.ts';
import type { FilterLimits } from '../../../catalog/search/filter-input.ts';
import { resolve } from '../../../catalog/search/resolve.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { adapt } from '../../../catalog/templates/adapt.ts';
import { minHooks } from '../../../catalog/templates/frames.ts';
import { frameSorts, listFrames, type ProvenTemplate } from '../../../catalog/templates/list-frames.ts';
import { type Slot, slots } from '../../../labels/templates/slots.ts';
import { list, toList } from '../../openapi/schemas.ts';
import { type CallerEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { filterShape, toCheckedFilter } from '../../pipeline/hook-parameters.ts';
import { cachePages, type PageDeps, type Rendered, withCursor } from '../../pipeline/page-cache.ts';
import { cursorParameter, failParameters, parseParameters, wholeNumber } from '../../pipeline/parameters.ts';
import { type ByteString, envelope, joinRecords, toByteString } from '../../pipeline/records.ts';

export type TemplateDeps = PageDeps & { limits: FilterLimits };

const slotNames = z.enum(slots);
const templateParameters = z.object({
  sort: z
    .enum(frameSorts, { error: `sort is one of ${frameSorts.join(', ')}.` })
    .optional()
    .meta({ description: 'Default `-median_views`. `-n`: most hooks first' }),
  slot: z
    .array(z.string())
    .optional()
    .meta({ description: `Only templates with all of these: ${slots.join(', ')}` }),
  min_n: wholeNumber('min_n', {
    min: minHooks,
    description: `Only templates of at least so many hooks. Default ${minHooks}: raise it for medians that say more`,
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
    median_views: z.number().int().meta({ description: 'Of these hooks' }),
    archetype: z.string().meta({ description: 'That most of them have' }),
    examples: z.array(hookSchema).meta({ description: 'Up to 3, most viewed first' }),
  })
  .meta({ id: 'Template', description: 'A template that hooks of at least two creators have' });

const maxTemplate = 500;
const maxValue = 200;
const maxValues = 20;
const value = z
  .string()
  .trim()
  .min(1, 'A value must not be empty.')
  .max(maxValue, `A value has at most ${maxValue} characters.`)
  .regex(/^[^[\]\p{Cc}]*$/u, 'A value is one line without [ and ].');
const values = z.union([value, z.array(value).min(1).max(maxValues)]);
const optionalValues = values.optional();
const slotShape = Object.fromEntries(slots.map((slot) => [slot, optionalValues])) as Record<
  Slot,
  typeof optionalValues
>;
const adaptInput = z
  .strictObject({
    template: z
      .string()
      .trim()
      .min(1)
      .max(maxTemplate, `\`template\` has at most ${maxTemplate} characters.`)
      .regex(/^\P{Cc}*$/u, '`template` must be one line.')
      .optional()
      .meta({ example: 'Stop buying [topic] before you read this.' }),
    id: z.string().optional().meta({ description: 'A hook, in place of `template`', example: 'hook_1204' }),
    slots: z
      .strictObject(slotShape)
      .optional()
      .meta({ description: 'By slot. Of one that stands several times: its values in order; the last repeats' }),
    topic: value.optional().meta({ description: 'Short for `slots.topic`' }),
  })
  .refine(({ template, id }) => (template === undefined) !== (id === undefined), {
    error: 'Send `template` or `id`, one of the two.',
  })
  .refine(({ slots: given, topic }) => topic === undefined || given?.topic === undefined, {
    path: ['topic'],
    error: 'Send `topic` or `slots.topic`, not both.',
  });

const adaptedSchema = z
  .object({
    text: z.string(),
    filled: z.partialRecord(slotNames, z.union([z.string(), z.array(z.string())])),
    template: z.string(),
  })
  .meta({ id: 'AdaptedLine', description: 'A template with its slots filled' });

export function templateEndpoints(deps: TemplateDeps): CallerEndpoint[] {
  return [
    defineEndpoint({
      audience: 'key',
      path: '/templates',
      isInMemory: true,
      tag: 'Lines',
      summary: 'List the templates that several hooks share, most viewed first',
      query: templateParameters,
      response: list(templateSchema),
      rawHandler: cachePages(deps, ({ query }, current) => renderTemplates(query, current, deps.limits)),
    }),
    defineEndpoint({
      audience: 'key',
      method: 'POST',
      path: '/adapt',
      isInMemory: true,
      tag: 'Lines',
      summary: 'Fill the slots of a template, or of the line of a hook',
      description:
        'Articles, plurals and capitals follow the values. Of a hook, slots without a value keep what its line has; of a template, each slot needs one.',
      requiresBody: true,
      body: adaptInput,
      response: list(adaptedSchema),
      // The hook of `id` may not exist, or be retired.
      errors: [400, 401, 403, 404, 410, 413, 415, 422, 429, 500, 503],
      handler: ({ body }) => toList([adapt(deps.catalog().snapshot, body)]),
    }),
  ];
}

function renderTemplates(text: string, { snapshot, cache }: Catalog, limits: FilterLimits): Rendered {
  const given = parseParameters(templateParameters, text);
  const { sort = '-median_views', slot = [], min_n: atLeast = minHooks, limit = 20, cursor, ...filters } = given;
  const filter = toCheckedFilter(filters, { snapshot, limits });
  const wanted = readSlotNames(slot);
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

function readSlotNames(names: readonly string[]): Slot[] {
  return [...new Set(names)].map(
    (name) =>
      slots.find((slot) => slot === name) ??
      failParameters([
        { parameter: 'slot', detail: `${name.slice(0, 60)} is no slot. Known are: ${slots.join(', ')}.` },
      ]),
  );
}

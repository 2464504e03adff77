// GET /templates: the templates that several hooks share.
import { z } from 'zod';
import { hookSchema } from '../../../catalog/hook.ts';
import { decodeCursor, encodeCursor, queryFingerprint } from '../../../catalog/search/cursor.ts';
import { filterKey } from '../../../catalog/search/filter.ts';
import type { FilterLimits } from '../../../catalog/search/filter-input.ts';
import { resolve } from '../../../catalog/search/resolve.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { minHooks } from '../../../catalog/templates/frames.ts';
import { frameSorts, listFrames, type ProvenTemplate } from '../../../catalog/templates/list-frames.ts';
import { slots } from '../../../labels/templates/slots.ts';
import type { Fault } from '../../../lib/errors.ts';
import { list } from '../../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../../pipeline/endpoint.ts';
import { checkNames, filterShape, readFilter } from '../../pipeline/hook-parameters.ts';
import { cachePages, type PageDeps, type Rendered, withCursor } from '../../pipeline/page-cache.ts';
import { cursorParameter, failParameters, parseParameters, wholeNumber } from '../../pipeline/parameters.ts';
import { type ByteString, envelope, joinRecords, toByteString } from '../../pipeline/records.ts';

export type TemplateDeps = PageDeps & { limits: FilterLimits };

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

export function templateEndpoints(deps: TemplateDeps): CallerEndpoint[] {
  return [
    defineEndpoint({
      audience: 'key',
      path: '/templates',
      isInMemory: true,
      tag: 'Lines',
      summary: 'List templates',
      description: 'Templates that several hooks share, most viewed first.',
      query: templateParameters,
      response: list(templateSchema),
      rawHandler: cachePages(deps, (request, current) => renderTemplates(request, current, deps.limits)),
    }),
  ];
}

function renderTemplates(
  { query: text, collections }: CallerRequest,
  { snapshot, cache }: Catalog,
  limits: FilterLimits,
): Rendered {
  const given = parseParameters(templateParameters, text);
  const { sort = '-median_views', slot, min_n: atLeast = minHooks, limit = 20, cursor, ...filters } = given;
  const rules = { snapshot, limits, collections };
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

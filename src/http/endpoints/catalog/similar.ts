// GET /hooks/{id}/similar and POST /similar: hooks whose lines are most similar to a hook or a text, and why.
import { z } from 'zod';
import { checkDraft, type Draft } from '../../../catalog/check/check.ts';
import { draftCheckSchema, draftText } from '../../../catalog/check/check-schema.ts';
import { comparedRows } from '../../../catalog/check/standing.ts';
import type { Catalog } from '../../../catalog/live-catalog.ts';
import { contextKey, type Filter, resolveCollections, toFilter } from '../../../catalog/search/filter.ts';
import {
  checkFilter,
  type FilterFault,
  type FilterLimits,
  filterInput,
  readFilters,
} from '../../../catalog/search/filter-input.ts';
import { resolve } from '../../../catalog/search/resolve.ts';
import { similarHooks } from '../../../catalog/similar/similar-hooks.ts';
import { closenesses, type Similar, type SimilarHook, similarHookSchema } from '../../../catalog/similar/similarity.ts';
import { readText } from '../../../catalog/snapshot/record-text.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { briefRecord } from '../../../catalog/summary.ts';
import { failBody } from '../../../lib/errors.ts';
import {
  type CallerEndpoint,
  type CallerRequest,
  type ClientEndpoint,
  keyEndpoint,
  publicEndpoint,
} from '../../pipeline/endpoint.ts';
import { etagOf, matchesEtag } from '../../pipeline/page-cache.ts';
import { filterShape, parseParameters, toCheckedFilter, wholeNumber } from '../../pipeline/parameters.ts';
import { type HttpResponse, jsonResponse, notModified } from '../../pipeline/response.ts';
import { list, single, toList, toSingle } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';
import { createDemoLimiter } from './demo.ts';
import { findHook, movedSchema, redirectToHook } from './hooks.ts';

const defaultLimit = 10;
const maxLimit = 50;
const described = `Maximum number of hooks. Default ${defaultLimit}`;

const minCloseness = z
  .enum(closenesses, { error: `\`min_closeness\` must be one of ${closenesses.join(', ')}.` })
  .optional()
  .meta({ description: 'Leaves out hooks that are less close. Default `related`, which includes all' });

const similarParameters = z.object({
  ...filterShape,
  min_closeness: minCloseness,
  limit: wholeNumber('limit', { min: 1, max: maxLimit, description: described }).optional(),
});

const limitError = `\`limit\` must be an integer from 1 to ${maxLimit}.`;
const similarInput = z
  .strictObject({
    text: draftText.meta({ description: 'The line to compare' }),
    limit: z
      .int({ error: limitError })
      .min(1, limitError)
      .max(maxLimit, limitError)
      .optional()
      .meta({ description: described }),
    min_closeness: minCloseness,
    filters: filterInput.optional(),
  })
  .meta({ example: { text: 'Nobody tells you this about money', filters: { niche: ['finance'] } } });

const description =
  'Compares words, word pairs, the template and the meaning; rare words count most. The most similar come first; of hooks with the same text only the most viewed is included, and lines that nearly repeat a better one come last. Returns `limit` hooks if the catalog has them: `closeness` shows how close each is, and `min_closeness` leaves out less close ones.';

export function similarEndpoints(services: Services): CallerEndpoint[] {
  const { catalog, labeller, limits, meaning } = services;
  return [
    keyEndpoint({
      path: '/hooks/:id/similar',
      isInMemory: true,
      tag: 'Lines',
      summary: 'List similar hooks',
      description: `The hooks most similar to a hook. ${description}`,
      query: similarParameters,
      response: list(similarHookSchema),
      redirect: movedSchema,
      rawHandler: (request) => getSimilar(services, request, request.params.id),
    }),
    keyEndpoint({
      method: 'POST',
      path: '/similar',
      isInMemory: true,
      tag: 'Lines',
      summary: 'Find similar hooks',
      description: `The hooks most similar to a text. ${description}`,
      requiresBody: true,
      body: similarInput,
      response: list(similarHookSchema),
      handler: async ({ body: { text, limit = defaultLimit, min_closeness: minCloseness, filters }, collections }) => {
        const current = catalog();
        const { snapshot } = current;
        const checked = filters && readFilters(filters, { snapshot, limits, collections });
        const rows = rowsOf(current, checked && toFilter(resolveCollections(checked, collections)));
        const deps = { snapshot, labeller: labeller(), meaning };
        return toList(toHooks(snapshot, await similarHooks(deps, { text, rows, limit, minCloseness })));
      },
    }),
  ];
}

async function getSimilar(
  { catalog, limits, linkSecret, labeller, meaning }: Services,
  { path, query, headers, collections }: CallerRequest,
  hookId: string,
): Promise<HttpResponse> {
  const current = catalog();
  const { snapshot } = current;
  const { limit = defaultLimit, min_closeness: minCloseness, ...given } = parseParameters(similarParameters, query);
  const filter = toCheckedFilter(given, { snapshot, limits, collections });
  const found = findHook(snapshot, hookId);
  if ('movedTo' in found)
    return redirectToHook(found, (id) => `../${id}/similar${query === '' ? '' : `?${query.replaceAll('>', '%3E')}`}`);
  // The ETag includes the vectors, since they change without a new catalog version.
  const etag = etagOf(
    linkSecret,
    snapshot.version,
    `${path} ${query} ${meaning?.figures()?.vectors ?? 0} ${meaning?.model ?? ''}${contextKey({ collections })}`,
  );
  if (matchesEtag(headers['if-none-match'], etag)) return notModified(etag);
  const { row } = found;
  const rows = rowsOf(current, Object.keys(given).length > 0 ? filter : undefined);
  const similar = await similarHooks(
    { snapshot, labeller: labeller(), meaning },
    { text: readText(snapshot, row, 'text'), row, rows, limit, minCloseness },
  );
  return jsonResponse(toList(toHooks(snapshot, similar)), { etag });
}

/** Returns undefined for all hooks. Sample hooks are left out once there are enough real ones, unless the filter has `sample`. */
function rowsOf(catalog: Catalog, filter: Filter | undefined): Uint32Array | undefined {
  const { snapshot, cache } = catalog;
  const real = filter?.more?.sample === undefined ? comparedRows(catalog) : undefined;
  if (!filter) return real;
  const { rows } = resolve(snapshot, cache, filter);
  return real ? rows.filter((row) => snapshot.isSample[row] === 0) : rows;
}

function toHooks(snapshot: Snapshot, similar: readonly Similar[]): SimilarHook[] {
  return similar.map(({ row, ...similarity }) => ({ ...briefRecord(snapshot, row), similarity }));
}

// POST /check: a verdict on a draft, the nearest proven hooks, and figures of comparable hooks. POST /demo/check: the same for the public
// page.

/** A leading `-` is refused, since it excludes a value in filters. */
const oneValue = (name: string, example: string) =>
  z
    .string({ error: `\`${name}\` must be a string, such as ${example}.` })
    .regex(/^[^-]/, `\`${name}\` must be one value, such as ${example}.`)
    .optional();

const checkBody = z
  .strictObject({
    text: draftText,
    platform: oneValue('platform', 'TikTok').meta({ description: 'Where the video is published' }),
    niche: oneValue('niche', 'fitness').meta({ description: 'Default: guessed from the text' }),
    language: oneValue('language', 'en').meta({ description: 'BCP 47. Default: detected' }),
  })
  .meta({ example: { text: 'Stop doing crunches if you want abs', platform: 'TikTok', niche: 'fitness' } });
type CheckInput = z.infer<typeof checkBody>;

export function checkEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      method: 'POST',
      path: '/check',
      isInMemory: true,
      tag: 'Lines',
      summary: 'Check draft',
      description:
        'Checks a draft against proven hooks: a verdict in one sentence, the nearest proven hooks, and what is significantly more common among the most viewed; then its labels, and views of hooks of its archetype, niche and platform. Every figure is counted in the catalog, with its `n`; there is no score.',
      requiresBody: true,
      body: checkBody,
      response: single(draftCheckSchema),
      handler: async ({ body }) => toSingle(await checkInput(services, body)),
    }),
  ];
}

const demoInput = checkBody.pick({ text: true });
const demoResponse = draftCheckSchema.omit({ language: true, rising: true });
const demoSimilarShown = 5;
const demoChecksPerMinute = 5;

/** Serves our own page and may change with it, so it is not documented; clients use POST /check. */
export function demoCheckEndpoints(services: Services): ClientEndpoint[] {
  const perDay = services.limits.demoChecksPerDay;
  // Only a local model compares texts sent without a key, so they never leave the service or cost the operator a provider call.
  const local = { ...services, meaning: services.meaning?.isLocal ? services.meaning : undefined };
  return [
    publicEndpoint({
      method: 'POST',
      path: '/demo/check',
      isInMemory: true,
      summary: 'Check draft without key',
      requiresBody: true,
      body: demoInput,
      response: single(demoResponse),
      onRequest: createDemoLimiter({ noun: 'checks', perMinute: demoChecksPerMinute, perDay }),
      handler: async ({ body }) => {
        const { language, rising, similar, ...shown } = await checkInput(local, body);
        return toSingle({ ...shown, similar: similar.slice(0, demoSimilarShown) });
      },
    }),
  ];
}

function checkInput({ catalog, labeller, meaning, limits }: Services, input: CheckInput) {
  const current = catalog();
  const draft = readDraft(input, current.snapshot, limits);
  return checkDraft({ catalog: current, labeller: labeller(), meaning }, draft);
}

/** Converts labels to the values of the catalog. Throws `invalid_body` with the pointer of every unknown label. */
function readDraft({ text, ...given }: CheckInput, snapshot: Snapshot, limits: FilterLimits): Draft {
  const names = ['platform', 'niche', 'language'] as const;
  const lists = Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, [given[name]]]])));
  const faults: FilterFault[] = [];
  const checked = checkFilter(lists, { snapshot, limits }, faults);
  if (faults.length > 0) failBody(faults.map(({ field, ...fault }) => ({ pointer: `#/${field}` as const, ...fault })));
  const [platform, niche, language] = names.map((name) => checked[name]?.[0]);
  return { text, platform, niche, language };
}

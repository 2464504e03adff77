// POST /check: what a draft is, the nearest proven hooks, and where lines like it stand. POST /demo/check is that of the public page.
import { z } from 'zod';
import { type CheckDeps, checkDraft, type Draft } from '../../../catalog/check/check.ts';
import { draftCheckSchema, draftText } from '../../../catalog/check/check-schema.ts';
import { checkFilter, type FilterFault, type FilterLimits } from '../../../catalog/search/filter-input.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import type { Limits } from '../../../config/limits.ts';
import type { Labeller } from '../../../labels/labeller.ts';
import { failBody } from '../../../lib/errors.ts';
import { single, toSingle } from '../../openapi/schemas.ts';
import { type CallerEndpoint, type ClientEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { createDemoLimiter } from './demo-limits.ts';

export type CheckEndpointDeps = {
  catalog: () => Catalog;
  labeller: () => Labeller;
  meaning: CheckDeps['meaning'];
  limits: FilterLimits & Pick<Limits, 'demoChecksPerDay'>;
};

/** A leading `-` excludes a value in filters. */
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

export function checkEndpoints(deps: CheckEndpointDeps): CallerEndpoint[] {
  return [
    defineEndpoint({
      audience: 'key',
      method: 'POST',
      path: '/check',
      isInMemory: true,
      tag: 'Lines',
      summary: 'Check draft',
      description:
        'Checks a draft against proven hooks. Labels of the line, the nearest proven hooks, views of hooks of its archetype, niche and platform, and what the most viewed ones of its niche have. Every figure is counted in the catalog, with its `n`; there is no score.',
      requiresBody: true,
      body: checkBody,
      response: single(draftCheckSchema),
      handler: async ({ body }) => toSingle(await checkInput(deps, body)),
    }),
  ];
}

const demoInput = checkBody.pick({ text: true });
const demoResponse = draftCheckSchema.omit({ language: true, rising: true });
const demoSimilarShown = 3;
const demoChecksPerMinute = 5;

/** Serves our own page and may change with it, so it is not documented; clients use POST /check. */
export function demoCheckEndpoints(deps: CheckEndpointDeps): ClientEndpoint[] {
  const perDay = deps.limits.demoChecksPerDay;
  // Texts sent without a key never leave the service, nor cost the operator a call.
  const withoutMeaning = { ...deps, meaning: undefined };
  return [
    defineEndpoint({
      audience: 'public',
      method: 'POST',
      path: '/demo/check',
      isInMemory: true,
      summary: 'Check draft without key',
      requiresBody: true,
      body: demoInput,
      response: single(demoResponse),
      onRequest: createDemoLimiter({ noun: 'checks', perMinute: demoChecksPerMinute, perDay }),
      handler: async ({ body }) => {
        const { language, rising, similar, ...shown } = await checkInput(withoutMeaning, body);
        return toSingle({ ...shown, similar: similar.slice(0, demoSimilarShown) });
      },
    }),
  ];
}

function checkInput({ catalog, labeller, meaning, limits }: CheckEndpointDeps, input: CheckInput) {
  const current = catalog();
  const draft = readDraft(input, current.snapshot, limits);
  return checkDraft({ catalog: current, labeller: labeller(), meaning }, draft);
}

/** Labels as in the catalog. Throws `invalid_body` with the pointer of every unknown one. */
function readDraft({ text, ...given }: CheckInput, snapshot: Snapshot, limits: FilterLimits): Draft {
  const names = ['platform', 'niche', 'language'] as const;
  const lists = Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, [given[name]]]])));
  const faults: FilterFault[] = [];
  const checked = checkFilter(lists, { snapshot, limits }, faults);
  if (faults.length > 0) failBody(faults.map(({ field, ...fault }) => ({ pointer: `#/${field}` as const, ...fault })));
  const [platform, niche, language] = names.map((name) => checked[name]?.[0]);
  return { text, platform, niche, language };
}

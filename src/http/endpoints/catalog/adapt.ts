// POST /adapt: a template or a hook's line with other values, and variants of it by the operator's language model.
import { z } from 'zod';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import type { CheckDeps } from '../../../catalog/check/check.ts';
import { draftCheckSchema, maxDraftLength } from '../../../catalog/check/check-schema.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import { type Adapted, adapt } from '../../../catalog/templates/adapt.ts';
import type { VariantModelDeps } from '../../../catalog/templates/ask-variants.ts';
import { writeVariants } from '../../../catalog/templates/variants.ts';
import type { Labeller } from '../../../labels/labeller.ts';
import { type Slot, slots } from '../../../labels/templates/slots.ts';
import { fail } from '../../../lib/errors.ts';
import { list, toList } from '../../openapi/schemas.ts';
import { createConcurrencyLimiter } from '../../pipeline/concurrency-limiter.ts';
import { type CallerEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';

export type AdaptDeps = Pick<VariantModelDeps, 'db' | 'observe' | 'stopping'> & {
  catalog: () => Catalog;
  labeller: () => Labeller;
  meaning: CheckDeps['meaning'];
  /** Absent if the operator has no language model. */
  variants: Pick<VariantModelDeps, 'model' | 'budget'> | undefined;
};

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
const optionalValues = values.optional();
const slotShape = Object.fromEntries(slots.map((slot) => [slot, optionalValues])) as Record<
  Slot,
  typeof optionalValues
>;
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
      .strictObject(slotShape)
      .optional()
      .meta({ description: 'By slot. Of one that stands several times: its values in order; the last repeats' }),
    topic: value.optional().meta({ description: 'Short for `slots.topic`' }),
    variants: z
      .int(`\`variants\` must be between 1 and ${maxVariants}.`)
      .min(1, `\`variants\` must be between 1 and ${maxVariants}.`)
      .max(maxVariants, `\`variants\` must be between 1 and ${maxVariants}.`)
      .optional()
      .meta({
        description: `Up to so many variants by the operator’s language model follow the line, and each has a \`check\`. The request counts as ${variantsCost} calls`,
      }),
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
    filled: z
      .partialRecord(z.enum(slots), z.union([z.string(), z.array(z.string())]))
      .meta({ description: 'Values by slot; of a variant those of its own template' }),
    template: z.string(),
    check: draftCheckSchema.optional().meta({
      description: 'With `variants`: the line as POST /check describes it, with the three nearest proven hooks',
    }),
  })
  .meta({ id: 'AdaptedLine', description: 'A template with its slots filled, or a variant of that line' });

export function adaptEndpoints(deps: AdaptDeps): CallerEndpoint[] {
  const withVariants = createVariants(deps);
  return [
    defineEndpoint({
      audience: 'key',
      method: 'POST',
      path: '/adapt',
      isInMemory: true,
      costOf: (body) => (hasVariants(body) ? variantsCost : 1),
      tag: 'Lines',
      summary: 'Adapt template',
      description: `Fills the slots of a template, or of the line of a hook. Articles, plurals and capitals follow the values. Of a hook, slots without a value keep what its line has; of a template, each slot needs one. With \`variants\` the operator’s language model rewrites the line, and every line is checked as by POST /check: this takes seconds and counts as ${variantsCost} calls. It is free if it fails or no variant is valid, the latter ${fruitlessForFree.max} times in ten minutes; after that the line alone is answered. There may be fewer variants than requested: those that are not one new line of the same language are left out.`,
      requiresBody: true,
      body: adaptInput,
      response: list(adaptedSchema),
      // The hook of `id` may not exist, or be retired.
      errors: [400, 401, 403, 404, 410, 413, 415, 422, 429, 500, 503, 507],
      handler: ({ body: { variants, ...input }, caller }) => {
        const line = adapt(deps.catalog().snapshot, input);
        return variants === undefined ? toList([line]) : withVariants(caller.accountId, line, variants);
      },
    }),
  ];
}

function hasVariants(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'variants' in body;
}

/** Calls of the model by an account: each takes seconds, and rate limits of its endpoint are of all accounts together. */
const callsAtOnce = { accountRequestsAtOnce: 2, accountRequestsWaiting: 4 };
/** Such calls cost the operator as much as others. Per process. */
const fruitlessForFree = { windowMs: 600_000, max: 3 };

function createVariants(deps: AdaptDeps) {
  const { catalog, labeller, meaning, variants, db, observe, stopping } = deps;
  const calls = createConcurrencyLimiter(callsAtOnce);
  const fruitless = createRateLimiter(Date.now, fruitlessForFree);
  return async (accountId: string, line: Adapted, count: number) => {
    if (!variants)
      failVariants('This service has no language model: its operator sets HOOKLINE_LLM_URL and HOOKLINE_LLM_MODEL.');
    if (line.text.length > maxDraftLength)
      failVariants(`Variants are of lines of at most ${maxDraftLength} characters.`);
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

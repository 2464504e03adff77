// The tools of the MCP server, in one table.
import { z } from 'zod';
import { fail } from '../../../lib/errors.ts';
import { type TaxonomySet, taxonomy } from '../../../taxonomy/taxonomy.ts';
import type { CallerEndpoint, Endpoint } from '../../pipeline/endpoint.ts';
import {
  renderCheck,
  renderHook,
  renderHooks,
  renderLines,
  renderSearches,
  renderSimilar,
  renderTaxonomy,
  renderTrends,
  sliceHooks,
} from './render.ts';
import { hookItem, hookItems } from './result-schema.ts';
import { type Arguments, byBody, byQuery, defineTool, type ResponseFormat, type Tool } from './tool.ts';

const sets = Object.keys(taxonomy) as [TaxonomySet, ...TaxonomySet[]];

/** A label of the taxonomy as a list of its values, so that agents need not guess them. */
function labelArgument(set: TaxonomySet) {
  return z.array(labelValue(set)).optional().meta({ description: 'Any of these values' });
}

function labelValue(set: TaxonomySet) {
  return z.enum(taxonomy[set].map(({ id }) => id) as [string, ...string[]]);
}
const labels = Object.fromEntries(sets.map((set) => [set, labelArgument(set)]));
const few = { niche: labelArgument('niche'), platform: labelArgument('platform') };
const language = z.string().optional().meta({ description: 'BCP 47, such as en' });

export function createTools(endpoints: readonly Endpoint[]): Tool[] {
  const find = (method: string, path: string): CallerEndpoint => {
    const found = endpoints.find((one) => one.method === method && one.path === path);
    if (found?.audience !== 'key') throw new Error(`There is no endpoint ${method} ${path} for keys.`);
    return found;
  };
  const hooks = byQuery(find('GET', '/hooks'));
  const fullHooks = byQuery(find('GET', '/hooks/full'));
  const random = byQuery(find('GET', '/hooks/random'));
  const hook = byQuery(find('GET', '/hooks/:id'));
  const similarToHook = byQuery(find('GET', '/hooks/:id/similar'), withoutText);
  const similarToText = byBody(find('POST', '/similar'), toSimilarBody);
  const check = byBody(find('POST', '/check'));
  const adapt = byBody(find('POST', '/adapt'));
  const trends = byQuery(find('GET', '/trends'));
  const values = byQuery(find('GET', '/taxonomy'), checkLabel);
  const searches = byQuery(find('GET', '/searches'));
  const listed = queryOf(hooks.endpoint);
  const { id, ...similarFilters } = { id: z.string(), ...few, language };

  return [
    defineTool({
      name: 'search_hooks',
      title: 'Search hooks',
      description:
        'Find opening lines of short videos that went viral, most viewed first: by words, labels, views and dates. Filters of different names must all match. Use next_cursor for more.',
      input: {
        ...pick(listed, ['q']),
        ...labels,
        language,
        ...pick(listed, [
          'min_views',
          'max_views',
          'added_since',
          'published_since',
          'distinct',
          'sort',
          'limit',
          'cursor',
        ]),
      },
      output: { hooks: hookItems, total: z.int(), next_cursor: z.string().nullable() },
      routes: [hooks, fullHooks],
      routeOf: (_args: Arguments, format: ResponseFormat) => (format === 'detailed' ? fullHooks : hooks),
      render: renderHooks,
      slice: sliceHooks,
    }),
    defineTool({
      name: 'get_hook',
      title: 'Get a hook',
      description:
        'Get one hook by its id: text, template, creator, link to the video, figures; detailed adds why it has its labels.',
      input: { id: z.string().meta({ description: 'Such as hook_1204' }) },
      output: { hook: hookItem },
      routes: [hook],
      render: renderHook,
    }),
    defineTool({
      name: 'random_hooks',
      title: 'Draw random hooks',
      description: 'Draw hooks at random, for variety rather than the most viewed. The same seed draws the same hooks.',
      input: { ...labels, language, ...pick(queryOf(random.endpoint), ['min_views', 'count', 'seed', 'distinct']) },
      output: { hooks: hookItems, total: z.int(), next_cursor: z.null() },
      routes: [random],
      render: renderHooks,
      slice: sliceHooks,
    }),
    defineTool({
      name: 'similar_hooks',
      title: 'Find similar hooks',
      description:
        'Find the proven hooks most similar to a line of your own (text) or to a hook (id). Send one of the two.',
      input: {
        text: z.string().optional().meta({ description: 'A line to compare, at most 500 characters' }),
        id: id.optional().meta({ description: 'A hook in place of text, such as hook_1204' }),
        ...similarFilters,
        ...pick(queryOf(similarToHook.endpoint), ['limit']),
      },
      output: { hooks: hookItems },
      routes: [similarToText, similarToHook],
      routeOf: ({ id }: Arguments) => (id === undefined || id === null ? similarToText : similarToHook),
      render: renderSimilar,
    }),
    defineTool({
      name: 'check_draft',
      title: 'Check a draft',
      description:
        'Compare a draft of an opening line with proven hooks: its labels, the nearest hooks, views of hooks like it, and what the most viewed ones have. Every figure is counted, with its n; there is no score.',
      input: {
        ...bodyOf(check.endpoint),
        platform: labelValue('platform').optional().meta({ description: 'Where the video is published' }),
        niche: labelValue('niche').optional().meta({ description: 'Default: guessed from the text' }),
      },
      output: { check: z.looseObject({ template: z.string(), word_count: z.int() }) },
      routes: [check],
      render: renderCheck,
    }),
    defineTool({
      name: 'adapt_hook',
      title: 'Adapt a hook',
      description:
        'Fill the slots of a template, or of the line of a hook (id), with your topic or values. Send template or id, one of the two. With variants, a language model rewrites the line and each is checked; this counts as 10 calls.',
      input: bodyOf(adapt.endpoint),
      output: { lines: z.array(z.looseObject({ text: z.string(), template: z.string() })) },
      routes: [adapt],
      render: renderLines,
    }),
    defineTool({
      name: 'get_trends',
      title: 'Get trends',
      description:
        'Compare the growth of the values of a label, such as archetypes or niches, with the window before: what is heating or cooling, with the n that the verdict is based on.',
      input: { ...pick(queryOf(trends.endpoint), ['by', 'window']), ...few, language },
      output: {
        by: z.string(),
        window: z.string(),
        from: z.string(),
        until: z.string(),
        total: z.int(),
        trends: z.array(z.looseObject({ value: z.string(), verdict: z.string(), n: z.int() })),
      },
      routes: [trends],
      render: renderTrends,
    }),
    defineTool({
      name: 'list_taxonomy',
      title: 'List the taxonomy',
      description: 'List the values of the labels that hooks have; detailed adds names, descriptions and aliases.',
      input: { label: z.enum(sets).optional().meta({ description: 'Only this label. Default all' }) },
      output: { labels: z.record(z.string(), z.array(z.union([z.string(), z.looseObject({ id: z.string() })]))) },
      routes: [values],
      render: renderTaxonomy,
    }),
    defineTool({
      name: 'list_searches',
      title: 'List saved searches',
      description:
        'List the saved searches of the account: name and filters, which search_hooks takes; detailed adds the use of their feeds. Not counted.',
      input: {},
      output: { searches: z.array(z.looseObject({ name: z.string(), filters: z.looseObject({}) })) },
      routes: [searches],
      render: renderSearches,
    }),
  ];
}

/** The endpoint lists all labels; the result shows one of them. */
function checkLabel({ label }: Arguments): Arguments {
  if (label !== undefined && label !== null && !sets.some((set) => set === label))
    fail('invalid_parameter', `\`label\` must be one of ${sets.join(', ')}.`);
  return {};
}

/** Agents fill arguments that they do not use with empty texts. */
function withoutText({ text, ...args }: Arguments): Arguments {
  if (text) fail('invalid_parameter', 'Send `text` or `id`, one of the two.');
  return args;
}

function toSimilarBody({ text, id, limit, ...filters }: Arguments): unknown {
  return { ...(text === undefined ? {} : { text }), ...(id === undefined ? {} : { id }), limit, filters };
}

function queryOf({ query }: CallerEndpoint): z.ZodRawShape {
  return query?.shape ?? {};
}

function bodyOf({ body }: CallerEndpoint): z.ZodRawShape {
  if (!(body instanceof z.ZodObject)) throw new Error('The body of this endpoint is no object.');
  return body.shape;
}

function pick(shape: z.ZodRawShape, names: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(
    names.map((name) => {
      const type = shape[name];
      if (!type) throw new Error(`The endpoint has no parameter ${name}.`);
      return [name, type];
    }),
  );
}

// The tools of the MCP server, in one table.
import { z } from 'zod';
import type { TaxonomySet } from '../../../taxonomy/taxonomy.ts';
import type { CallerEndpoint, Endpoint } from '../../pipeline/endpoint.ts';
import {
  bodyOf,
  byCollection,
  checkLabel,
  labelArgument,
  pick,
  queryOf,
  sets,
  toQueryBody,
  toSaved,
  toSimilarBody,
  withoutText,
} from './call-tool.ts';
import {
  renderCheck,
  renderCollection,
  renderCollections,
  renderHook,
  renderHooks,
  renderLines,
  renderSearches,
  renderSimilar,
  renderTaxonomy,
  renderTrends,
} from './render.ts';
import { type Arguments, byBody, byPath, byQuery, defineTool, type ResponseFormat, type Tool } from './tool.ts';

const thenAdapt = 'adapt_hook with an id writes a line for a topic; similar_hooks finds similar lines.';
const collectionId = z.string().meta({ description: 'Id from list_collections, such as col_8fK2mZ0qLx71TbRe' });
const hookId = z.string().meta({ description: 'Hook id, such as hook_1204' });
const language = z.string().optional().meta({ description: 'BCP 47 tag, such as en' });

export function createTools(endpoints: readonly Endpoint[]): Tool[] {
  const labels = Object.fromEntries(sets.map((set) => [set, labelArgument(set)]));
  // Only the most called tool lists the values.
  const named = (set: TaxonomySet, tool = 'search_hooks') =>
    z
      .array(z.string())
      .optional()
      .meta({ description: `As ${set} in ${tool}` });
  const byName = Object.fromEntries(sets.map((set) => [set, named(set)]));
  const few = { niche: named('niche'), platform: named('platform') };
  const find = (method: string, path: string): CallerEndpoint => {
    const found = endpoints.find((one) => one.method === method && one.path === path);
    if (found?.audience !== 'key') throw new Error(`There is no endpoint ${method} ${path} for keys.`);
    return found;
  };
  const hooks = byQuery(find('GET', '/hooks'));
  const fullHooks = byQuery(find('GET', '/hooks/full'));
  const query = byBody(find('POST', '/hooks/query'), toQueryBody);
  const fullQuery = byBody(find('POST', '/hooks/full/query'), toQueryBody);
  const random = byQuery(find('GET', '/hooks/random'));
  const hook = byQuery(find('GET', '/hooks/:id'));
  const similarToHook = byQuery(find('GET', '/hooks/:id/similar'), withoutText);
  const similarToText = byBody(find('POST', '/similar'), toSimilarBody);
  const check = byBody(find('POST', '/check'));
  const adapt = byBody(find('POST', '/adapt'));
  const trends = byQuery(find('GET', '/trends'));
  const values = byQuery(find('GET', '/taxonomy'), checkLabel);
  const searches = byQuery(find('GET', '/searches'));
  const collections = byQuery(find('GET', '/collections'));
  const collection = byQuery(find('GET', '/collections/:id'), byCollection);
  const save = byPath(find('PUT', '/collections/:id/hooks/:hook_id'), toSaved);
  const remove = byQuery(find('DELETE', '/collections/:id/hooks/:hook_id'), byCollection);
  const listed = queryOf(hooks.endpoint);
  const { id, ...similarFilters } = { id: z.string(), ...few, language };

  return [
    defineTool({
      name: 'search_hooks',
      title: 'Search hooks',
      description:
        'Find opening lines of short videos that went viral, most viewed first: by words and similar meaning, labels, views and dates. All filters must match. Use next_cursor for more.',
      input: {
        ...pick(listed, ['q']),
        ...labels,
        format: named('format', 'list_taxonomy'),
        language,
        filters: z.looseObject({}).optional().meta({
          description: 'Filters of a saved search, or others, such as min_views_vs_creator',
        }),
        ...pick(listed, [
          'match',
          'min_views',
          'max_views',
          'added_since',
          'published_since',
          'collection',
          'distinct',
          'sort',
          'limit',
          'cursor',
        ]),
      },
      // Agents describe what a line is about rather than its words.
      complete: (args) => (args.q || args.filters ? { ...args, match: args.match ?? 'both' } : args),
      routes: [hooks, fullHooks, query, fullQuery],
      routeOf: ({ filters = null }: Arguments, format: ResponseFormat) => {
        const [concise, detailed] = filters === null ? [hooks, fullHooks] : [query, fullQuery];
        return format === 'detailed' ? detailed : concise;
      },
      next: thenAdapt,
      nextIfEmpty: 'No hook matches. Leave out filters, or use other words.',
      render: renderHooks,
    }),
    defineTool({
      name: 'get_hook',
      title: 'Get a hook',
      description:
        'Get one hook by its id: text, template, creator, link, figures; detailed adds the reasons for its labels.',
      input: { id: z.string().meta({ description: 'Hook id, such as hook_1204' }) },
      routes: [hook],
      next: 'adapt_hook with this id writes the line for a topic; similar_hooks finds similar lines.',
      render: renderHook,
    }),
    defineTool({
      name: 'random_hooks',
      title: 'Draw random hooks',
      description: 'Draw hooks at random, for variety rather than the most viewed. The same seed draws the same hooks.',
      input: { ...byName, language, ...pick(queryOf(random.endpoint), ['min_views', 'count', 'seed', 'distinct']) },
      routes: [random],
      next: thenAdapt,
      nextIfEmpty: 'No hook matches. Leave out filters, or use other words.',
      render: renderHooks,
    }),
    defineTool({
      name: 'similar_hooks',
      title: 'Find similar hooks',
      description:
        'Find the proven hooks most similar to a line of your own (text) or to a hook (id). Send one of the two.',
      input: {
        text: z.string().optional().meta({ description: 'A line to compare, at most 500 characters' }),
        id: id.optional().meta({ description: 'Hook id instead of text, such as hook_1204' }),
        ...similarFilters,
        ...pick(queryOf(similarToHook.endpoint), ['limit']),
      },
      routes: [similarToText, similarToHook],
      routeOf: ({ id }: Arguments) => (id === undefined || id === null ? similarToText : similarToHook),
      next: 'adapt_hook with an id writes one of these lines for a topic.',
      render: renderSimilar,
    }),
    defineTool({
      name: 'check_draft',
      title: 'Check a draft',
      description:
        'Compare a draft of an opening line with proven hooks: labels, the nearest hooks, views of comparable hooks, and traits of the most viewed ones.',
      input: {
        ...bodyOf(check.endpoint),
        platform: z.string().optional().meta({ description: 'Platform of the video' }),
        niche: z.string().optional().meta({ description: 'As in search_hooks. Default: guessed' }),
      },
      routes: [check],
      next: 'Rewrite the draft according to the observations and check it again, or call adapt_hook with the id of a similar line.',
      render: renderCheck,
    }),
    defineTool({
      name: 'adapt_hook',
      title: 'Adapt a hook',
      description:
        'Fill the slots of a template, or of the line of a hook (id), with your topic or values, or replace words of the line. Send template or id, one of the two.',
      input: {
        ...pick(bodyOf(adapt.endpoint), ['template', 'id', 'topic', 'person', 'variants']),
        slots: z.record(z.string(), z.string()).optional().meta({
          description: 'Texts by slot or words of the line: {"amount": "$500", "sixty seconds": "a day"}',
        }),
      },
      routes: [adapt],
      next: 'check_draft compares a line with proven hooks.',
      render: renderLines,
    }),
    defineTool({
      name: 'get_trends',
      title: 'Get trends',
      description:
        'Compare the growth of the values of a label, such as archetypes or niches, with the previous window: what is heating or cooling.',
      input: { ...pick(queryOf(trends.endpoint), ['by', 'window']), ...few, language },
      routes: [trends],
      next: 'search_hooks with a rising value and sort -added_at lists its newest lines.',
      render: renderTrends,
    }),
    defineTool({
      name: 'list_taxonomy',
      title: 'List the taxonomy',
      description: 'List the values of the labels that hooks have; detailed adds names, descriptions and aliases.',
      input: { label: z.enum(sets).optional().meta({ description: 'Only this label. Default all' }) },
      routes: [values],
      next: 'search_hooks accepts these values.',
      render: renderTaxonomy,
    }),
    defineTool({
      name: 'list_searches',
      title: 'List saved searches',
      description: 'List the saved searches of the account: name, filters and sort. Not counted.',
      input: {},
      routes: [searches],
      next: 'search_hooks accepts the filters and sort of a search.',
      render: renderSearches,
    }),
    defineTool({
      name: 'list_collections',
      title: 'List collections',
      description:
        'List the collections of saved hooks of the account; with hook, only collections that contain it. Not counted.',
      input: pick(queryOf(collections.endpoint), ['hook']),
      routes: [collections],
      next: 'get_collection reads a collection.',
      render: renderCollections,
    }),
    defineTool({
      name: 'get_collection',
      title: 'Get collection',
      description: 'Read a collection: its hooks in order, with notes and tags. Use next_cursor for more.',
      input: { collection_id: collectionId, ...pick(queryOf(collection.endpoint), ['limit', 'cursor']) },
      routes: [collection],
      next: thenAdapt,
      render: renderCollection,
    }),
    defineTool({
      name: 'save_hook',
      title: 'Save hook to collection',
      description:
        'Add a hook to a collection, or change its note, tags or position. An omitted note or omitted tags do not change. Changes what users see: call it only on request. Not counted.',
      input: {
        collection_id: collectionId,
        hook_id: hookId,
        note: z.string().optional().meta({ description: 'At most 500 characters' }),
        tags: z.array(z.string()).optional().meta({ description: 'Replaces its tags: at most 10 of 40 characters' }),
        position: z.int().optional().meta({ description: 'Position from 1' }),
      },
      routes: [save],
      change: 'save',
      next: 'get_collection shows the updated collection.',
      render: (saved) => ({ members: { saved } }),
    }),
    defineTool({
      name: 'remove_hook',
      title: 'Remove hook from collection',
      description:
        'Remove a hook from a collection, with its note and tags. The hook stays in the catalog. Changes what users see: call it only on request. Not counted.',
      input: { collection_id: collectionId, hook_id: hookId },
      routes: [remove],
      change: 'remove',
      render: ({ removed, hooks }) => ({ members: { removed, hooks_left: hooks } }),
    }),
  ];
}

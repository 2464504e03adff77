// Renders a response as a tool's result: concise by default, since an agent pays for every token.
import { hookFields } from '../../../catalog/record.ts';
import type { Arguments, Render, ResponseFormat } from './tool.ts';

type Item = Record<string, unknown>;

export const renderHooks: Render = ({ data, total, next_cursor }) => ({
  members: { hooks: data, total, next_cursor },
  list: 'hooks',
});

const conciseFields = [
  ...['id', 'text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche', 'format', 'language'],
  ...['creator', 'source_url', 'published_at', 'likes', 'comments', 'shares', 'saves'],
  ...['views_vs_creator', 'creator_videos', 'views_per_day'],
  ...['duration_seconds', 'template', 'word_count'],
];

export const renderHook: Render = ({ data }, format) => ({
  members: { hook: format === 'detailed' ? data : pick(data, conciseFields) },
});

export const renderSimilar: Render = ({ data }, format) => ({
  members: { hooks: format === 'detailed' ? data : data.map(withReason) },
  list: 'hooks',
});

function withReason({ similarity, ...hook }: Item & { similarity: { why: unknown } }): Item {
  const { why: _, ...shown } = similarity;
  return { ...hook, similarity: shown };
}

const shownSimilar = 5;

export const renderCheck: Render = ({ data }, format) => {
  if (format === 'detailed') return { members: { check: data } };
  const { archetype, emotional_trigger, niche, format: form, language, template, word_count, ...rest } = data;
  const label = ({ value, confidence }: Item) => ({ value, confidence });
  return {
    members: {
      check: {
        verdict: rest.verdict,
        similar: rest.similar.slice(0, shownSimilar).map(withReason),
        observations: rest.observations.map((one: Item) => pick(one, ['text', 'draft', 'n', 'value', 'share'])),
        archetype: label(archetype),
        emotional_trigger: label(emotional_trigger),
        niche: label(niche),
        format: label(form),
        language: language.value,
        template,
        word_count,
        standing: rest.standing,
        rising: pick(rest.rising, ['archetype', 'window', 'share', 'share_before', 'verdict', 'n']),
        sample_data: rest.sample_data,
      },
    },
  };
};

export const renderLines: Render = ({ data }, format) => ({
  members: {
    lines: format === 'detailed' ? data : data.map((line: Item) => pick(line, ['text', 'filled', 'template', 'unfit'])),
  },
  list: 'lines',
});

const trendFields = [
  ...['value', 'verdict', 'change', 'share', 'share_before', 'hooks_added', 'hooks_added_before', 'views_gained'],
  ...['median_views', 'n'],
];

export const renderTrends: Render = ({ data, by, window, from, until, total }, format) => ({
  members: { by, window, from, until, total, trends: format === 'detailed' ? data : data.map(conciseTrend) },
  list: 'trends',
});

function conciseTrend(trend: Item & { top_hooks: Item[] }): Item {
  const top = trend.top_hooks.slice(0, 1).map((hook) => pick(hook, ['id', 'text', 'views']));
  return { ...pick(trend, trendFields), top_hooks: top };
}

type Term = { id: string };

export const renderTaxonomy: Render = ({ data }, format, { label }: Arguments) => {
  const sets = Object.entries(data as Record<string, Term[]>).filter(([name]) => (label ?? name) === name);
  const show = (terms: Term[]) => (format === 'detailed' ? terms : terms.map(({ id }) => id));
  return { members: { labels: Object.fromEntries(sets.map(([name, terms]) => [name, show(terms)])) } };
};

/** Leaves out the URLs of feeds, which are secrets. */
export const renderSearches: Render = ({ data }, format) => {
  const concise = ['search_id', 'name', 'filters', 'sort'];
  const fields = format === 'detailed' ? [...concise, 'readers', 'last_used_at', 'created_at', 'updated_at'] : concise;
  return { members: { searches: data.map((search: Item) => pick(search, fields)) }, list: 'searches' };
};

/** Leaves out the URLs of share pages. */
export const renderCollections: Render = ({ data }, format) => ({
  members: { collections: data.map((one: Item) => conciseCollection(one, format)) },
  list: 'collections',
});

export const renderCollection: Render = ({ collection, data, next_cursor }, format) => ({
  members: {
    collection: conciseCollection(collection, format),
    next_cursor,
    hooks: data.map(({ hook, ...place }: { hook: Item; state: string }) => ({
      hook: format === 'detailed' ? hook : pick(hook, hookFields),
      ...pick(place, ['position', 'note', 'tags', ...(place.state === 'retired' ? ['state', 'merged_into'] : [])]),
    })),
  },
  list: 'hooks',
});

function conciseCollection(collection: Item, format: ResponseFormat): Item {
  const concise = ['collection_id', 'name', 'description', 'hooks'];
  return pick(collection, format === 'detailed' ? [...concise, 'created_at', 'updated_at'] : concise);
}

function pick(item: Item, fields: readonly string[]): Item {
  return Object.fromEntries(fields.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]));
}

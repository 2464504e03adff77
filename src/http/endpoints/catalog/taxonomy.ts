// /taxonomy and /archetypes: the values that hooks are labelled with.
import { z } from 'zod';
import { hookSchema } from '../../../catalog/hook.ts';
import { queryFingerprint } from '../../../catalog/search/cursor.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import { summariseArchetypes } from '../../../catalog/summary.ts';
import { taxonomy } from '../../../taxonomy/taxonomy.ts';
import type { Term } from '../../../taxonomy/term.ts';
import { list, single, toList, toSingle } from '../../openapi/schemas.ts';
import { type CallerEndpoint, defineEndpoint, noParameters } from '../../pipeline/endpoint.ts';
import { etagOf, matchesEtag } from '../../pipeline/etag.ts';
import type { PageDeps } from '../../pipeline/page-cache.ts';
import { parseParameters } from '../../pipeline/parameters.ts';
import { jsonResponse, notModified } from '../../pipeline/response.ts';

const termSchema = z
  .object({
    id: z.string().meta({ description: 'The value in records and filters', example: 'how_to' }),
    name: z.string().meta({ description: 'Display name', example: 'How to' }),
    description: z.string(),
    aliases: z.array(z.string()).meta({ description: 'Other spellings that filters accept' }),
  })
  .meta({ id: 'Term', description: 'One value of a label' });
const terms = z.array(termSchema);
const taxonomySchema = z
  .object({ niche: terms, archetype: terms, emotional_trigger: terms, platform: terms, format: terms })
  .meta({ id: 'Taxonomy', description: 'Every value of every label. Imports may add platforms' });

const archetypeSchema = z
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

const showTerms = (set: readonly Term[]) =>
  set.map(({ id, name, description, aliases }) => ({ id, name, description, aliases: [...aliases] }));
const taxonomyRecord: z.infer<typeof taxonomySchema> = {
  niche: showTerms(taxonomy.niche),
  archetype: showTerms(taxonomy.archetype),
  emotional_trigger: showTerms(taxonomy.emotional_trigger),
  platform: showTerms(taxonomy.platform),
  format: showTerms(taxonomy.format),
};
const taxonomyFingerprint = queryFingerprint(JSON.stringify(taxonomyRecord));

export function taxonomyEndpoints({ catalog, linkSecret }: Omit<PageDeps, 'publicUrl'>): CallerEndpoint[] {
  const archetypesOf = perSnapshot(summariseArchetypes);
  return [
    defineEndpoint({
      audience: 'key',
      path: '/taxonomy',
      isInMemory: true,
      tag: 'Catalog',
      summary: 'Get taxonomy',
      description: 'The values of every label, with names and aliases.',
      response: single(taxonomySchema),
      rawHandler: ({ query, headers }) => {
        parseParameters(noParameters, query);
        const etag = etagOf(linkSecret, taxonomyFingerprint, '/taxonomy');
        if (matchesEtag(headers['if-none-match'], etag)) return notModified(etag);
        return jsonResponse(toSingle(taxonomyRecord), { etag });
      },
    }),
    defineEndpoint({
      audience: 'key',
      path: '/archetypes',
      isInMemory: true,
      tag: 'Catalog',
      summary: 'List archetypes',
      description: 'Every archetype, each with its three most viewed hooks.',
      response: list(archetypeSchema),
      rawHandler: ({ query, headers }) => {
        parseParameters(noParameters, query);
        const { snapshot } = catalog();
        const etag = etagOf(linkSecret, snapshot.version, '/archetypes');
        if (matchesEtag(headers['if-none-match'], etag)) return notModified(etag);
        return jsonResponse(toList(archetypesOf(snapshot)), { etag });
      },
    }),
  ];
}

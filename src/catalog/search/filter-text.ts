// Filters in words, for emails and feeds.
import { nameOf, type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';

/** Names of collections by id. */
type CollectionNames = ReadonlyMap<string, { name: string }>;

/** “hooks with niche How to or not Finance, min views 1,000,000”. A collection without a name here was deleted. */
export function filterText(filters: Readonly<Record<string, unknown>>, collections?: CollectionNames): string {
  const texts = Object.entries(filters).map(([name, value]) => {
    const values = [value]
      .flat()
      .map((one) => (typeof one === 'number' ? one.toLocaleString('en-US') : valueText(name, `${one}`, collections)));
    return `${name.replaceAll('_', ' ')} ${values.join(' or ')}`;
  });
  return texts.length === 0 ? 'all hooks' : `hooks with ${texts.join(', ')}`;
}

function valueText(filter: string, value: string, collections: CollectionNames | undefined): string {
  const id = value.replace(/^-/, '');
  const text = nameText(filter, id, collections);
  return id === value ? text : `not ${text}`;
}

function nameText(filter: string, id: string, collections: CollectionNames | undefined): string {
  if (filter in taxonomy) return nameOf(filter as TaxonomySet, id);
  if (filter !== 'collection') return id;
  const name = collections?.get(id)?.name;
  return name === undefined ? `${id} (deleted)` : `“${name}”`;
}

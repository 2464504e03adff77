// Filters in words, for emails and feeds.
import { nameOf, type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';

/** “hooks with niche How to or not Finance, min views 1,000,000”. */
export function filterText(filters: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(filters).map(([name, value]) => {
    const values = [value]
      .flat()
      .map((one) => (typeof one === 'number' ? one.toLocaleString('en-US') : valueText(name, `${one}`)));
    return `${name.replaceAll('_', ' ')} ${values.join(' or ')}`;
  });
  return texts.length === 0 ? 'all hooks' : `hooks with ${texts.join(', ')}`;
}

function valueText(filter: string, value: string): string {
  const id = value.replace(/^-/, '');
  const name = filter in taxonomy ? nameOf(filter as TaxonomySet, id) : id;
  return id === value ? name : `not ${name}`;
}

// Search of the docs: an index over headings and text, built once in the tab from search.json.
import MiniSearch from 'minisearch';
import type { SearchDocument } from '../build/search-documents.ts';

/** `excerpt` is the text around the first match, in parts that match or do not. */
export type Found = Pick<SearchDocument, 'id' | 'title' | 'page' | 'isForOperators'> & {
  excerpt: [text: string, isMatch: boolean][];
};

const excerptLength = 140;
const most = 12;

export async function createSearch(): Promise<(query: string) => Found[]> {
  const response = await fetch('/docs/search.json');
  const documents: SearchDocument[] = await response.json();
  const index = new MiniSearch<SearchDocument>({
    fields: ['title', 'page', 'text', 'words'],
    storeFields: ['title', 'page', 'text', 'isForOperators'],
    // Paths and names are split into words too: hooks.new, export_id, /hooks/random.
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u),
    searchOptions: {
      boost: { title: 4, page: 2, words: 8 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      // Guides come before the reference, and pages of customers before those of operators.
      boostDocument: (id, _term, stored) => (stored?.isForOperators ? 0.3 : id.startsWith('/docs/api') ? 0.6 : 1),
    },
  });
  index.addAll(documents);
  const find = (query: string) => {
    const withAll = index.search(query, { combineWith: 'AND' });
    // Tolerates two swapped letters and an extra word.
    return withAll.length > 0 ? withAll : index.search(query, { fuzzy: 0.35 });
  };
  return (query) =>
    find(query)
      .slice(0, most)
      .map((result) => ({
        id: result.id,
        title: result.title,
        page: result.page,
        isForOperators: result.isForOperators,
        excerpt: excerptOf(result.text, result.terms),
      }));
}

function excerptOf(text: string, terms: readonly string[]): Found['excerpt'] {
  const pattern = new RegExp(`(${terms.map((term) => term.replace(/[^\p{L}\p{N}]/gu, '')).join('|')})`, 'giu');
  const first = Math.max(0, text.search(pattern));
  const start = first < 40 ? 0 : text.indexOf(' ', first - 40) + 1;
  const cut = text.slice(start, start + excerptLength);
  const parts = cut.split(pattern).map((part, at): [string, boolean] => [part, at % 2 === 1]);
  return [...(start > 0 ? [['… ', false] as [string, boolean]] : []), ...parts];
}

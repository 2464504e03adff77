// Documents of the docs search: one per section.
import type { Section } from './markdown.ts';

/**
 * Names are short, since there are hundreds of documents: path, title of the section, title of its page, text. `words` are search terms for
 * the page.
 */
export type SearchDocument = {
  id: string;
  title: string;
  page: string;
  text: string;
  words?: string;
  isForOperators?: true;
};

type Page = { path: string; label: string; keywords?: string; sections: readonly Section[]; isForOperators: boolean };

export function toSearchDocuments(pages: readonly Page[]): SearchDocument[] {
  return pages.flatMap(({ path, label, keywords, sections, isForOperators }) =>
    sections.map(({ id, title, text }) => ({
      id: id ? `${path}#${id}` : path,
      title,
      page: label,
      text: text.replace(/\s+/g, ' '),
      ...(id === '' && keywords ? { words: keywords } : {}),
      ...(isForOperators ? { isForOperators } : {}),
    })),
  );
}

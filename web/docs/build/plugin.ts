// Vite plugin: writes every page of the docs as HTML and Markdown, the search's texts, and the files for agents.
import type { Plugin } from 'vite';
import { renderOpenApi } from '../../../scripts/openapi-document.ts';
import { filterFields } from '../../../src/catalog/search/filter-fields.ts';
import { type OpenApi, type Operation, readOperations } from '../reference/document.ts';
import { exampleOf } from '../reference/examples.ts';
import { type ReferencePage, referencePages } from '../reference/pages.ts';
import { toPostman } from '../reference/postman.ts';
import { createResponses } from '../reference/responses.ts';
import { type Frame, renderPage } from './frame.ts';
import { type Guide, loadGuides, screens } from './guides.ts';
import { renderLlmsFull, renderLlmsIndex } from './llms.ts';
import { groups } from './navigation.ts';
import { toSearchDocuments } from './search-documents.ts';

export function docsPages(): Plugin {
  return {
    name: 'docs-pages',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (!entry) throw new Error('The script of the docs is missing.');
      const stylesheets = Object.keys(bundle).filter((name) => name.endsWith('.css'));
      const document = await renderOpenApi<OpenApi>();
      const { schemas } = document.components;
      const operations = readOperations(document);
      const example = (operation: Operation) => exampleOf(operation, schemas);
      const filters = new Set(Object.keys(filterFields));
      const reference = referencePages(document, operations, {
        schemas,
        filters,
        exampleOf: example,
        responseOf: createResponses(operations, schemas),
      });
      const guides = loadGuides();
      const frame: Frame = {
        navigation: navigationOf(guides, reference),
        script: `/docs/${entry.fileName}`,
        styles: stylesheets.map((name) => `/docs/${name}`),
      };
      const write = (fileName: string, source: string | Buffer) => this.emitFile({ type: 'asset', fileName, source });
      for (const page of [...guides, ...reference]) {
        write(`${page.name}.html`, renderPage({ ...page, markdownPath: `/docs/${page.name}.md` }, frame));
        write(`${page.name}.md`, page.markdown);
      }
      for (const [name, bytes] of screens) write(`screens/${name}`, bytes);
      write('search.json', JSON.stringify(toSearchDocuments([...guides, ...reference])));
      write('postman.json', JSON.stringify(toPostman(document, operations, example)));
      write('llms.txt', renderLlmsIndex(guides, reference));
      write('llms-full.txt', renderLlmsFull(guides, reference));
    },
  };
}

/** The reference comes first in its group, for customers and for operators. */
function navigationOf(guides: readonly Guide[], reference: readonly ReferencePage[]): Frame['navigation'] {
  return groups.map(({ title, isForOperators = false }) => {
    const own = guides.filter(({ group }) => group === title);
    const pages = [...(title === 'Reference' ? reference : []), ...own];
    const links = pages.filter((page) => page.isForOperators === isForOperators);
    return { title, isForOperators, links: links.map(({ path, label }) => ({ path, label })) };
  });
}

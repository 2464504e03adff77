// Vite plugin: writes every page of the docs as HTML and Markdown, the search's texts, and what agents read.
import type { Plugin } from 'vite';
import { type DocsPage, type Frame, renderPage } from './frame.ts';
import { type Guide, loadGuides, screens } from './guides.ts';
import { renderLlmsFull, renderLlmsIndex } from './llms.ts';
import { toSearchDocuments } from './search-documents.ts';

export function docsPages(): Plugin {
  return {
    name: 'docs-pages',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (!entry) throw new Error('The script of the docs is missing.');
      const stylesheets = Object.keys(bundle).filter((name) => name.endsWith('.css'));
      const guides = loadGuides();
      const frame: Frame = {
        navigation: navigationOf(guides),
        script: `/docs/${entry.fileName}`,
        styles: stylesheets.map((name) => `/docs/${name}`),
      };
      const write = (fileName: string, source: string | Buffer) => this.emitFile({ type: 'asset', fileName, source });
      for (const guide of guides) {
        write(`${guide.name}.html`, renderPage(toPage(guide), frame));
        write(`${guide.name}.md`, guide.markdown);
      }
      for (const [name, bytes] of screens) write(`screens/${name}`, bytes);
      write('search.json', JSON.stringify(toSearchDocuments(guides)));
      write('llms.txt', renderLlmsIndex(guides));
      write('llms-full.txt', renderLlmsFull(guides));
    },
  };
}

function toPage(guide: Guide): DocsPage {
  return { ...guide, markdownPath: `/docs/${guide.name}.md` };
}

function navigationOf(guides: readonly Guide[]): Frame['navigation'] {
  const groups = [...new Set(guides.map(({ group }) => group))];
  return groups.map((title) => ({
    title,
    links: guides.filter(({ group }) => group === title).map(({ path, label }) => ({ path, label })),
  }));
}

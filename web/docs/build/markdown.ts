// Renders a guide: Markdown to HTML, its headings, and its text by section for the search.
import { Marked, marked as plainMarked, type Token, type Tokens } from 'marked';
import { highlight, languageTitles } from './highlight.ts';
import { createSlugger, escapeHtml } from './html.ts';

export type Heading = { id: string; depth: number; text: string };
export type Section = { id: string; title: string; text: string };
export type Rendered = { title: string; description: string; html: string; headings: Heading[]; sections: Section[] };

export type Links = {
  /** URL of a link; undefined where the site does not have its target, so that only the text is shown. */
  resolve: (href: string) => string | undefined;
  image: (href: string) => { src: string; width: number; height: number };
};

export function renderMarkdown(source: string, links: Links): Rendered {
  const slug = createSlugger();
  const headings: Heading[] = [];
  let tabs = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plainText(tokens);
        const id = slug(text);
        const html = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`;
        headings.push({ id, depth, text });
        return `<h${depth} id="${id}">${html}<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a></h${depth}>\n`;
      },
      code: ({ text, lang = '' }) => renderCode(text, lang),
      table(table) {
        return renderTable(this.parser, table);
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const target = links.resolve(href);
        return target === undefined ? html : `<a href="${escapeHtml(target)}">${html}</a>`;
      },
      image({ href, text }) {
        const { src, width, height } = links.image(href);
        return `<img src="${src}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
      },
      html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
    },
    extensions: [
      {
        name: 'languageTabs',
        renderer: (token) => renderTabs(token.blocks as Tokens.Code[], `tabs-${++tabs}`),
      },
    ],
  });
  const tokens = groupTabs(marked.lexer(source));
  const html = marked.parser(tokens);
  const [first] = tokens;
  if (first?.type !== 'heading') throw new Error('A guide begins with its title.');
  const title = plainText(first.tokens ?? []);
  const lead = tokens.find(({ type }) => type === 'paragraph') as Tokens.Paragraph | undefined;
  return { title, description: plainText(lead?.tokens ?? []), html, headings, sections: toSections(tokens) };
}

/** Text with code spans and links, such as a description in the OpenAPI document. */
export function renderInline(text: string): string {
  return plainMarked.parseInline(text, { async: false });
}

/** Fenced blocks in several languages that follow each other become one block with tabs. */
function groupTabs(tokens: Token[]): Token[] {
  const grouped: Token[] = [];
  let run: Token[] = [];
  const end = () => {
    const blocks = run.filter((token) => token.type === 'code');
    if (blocks.length > 1) grouped.push({ type: 'languageTabs', raw: '', blocks });
    else grouped.push(...run);
    run = [];
  };
  for (const token of tokens) {
    const isTab = token.type === 'code' && languageTitles[token.lang ?? ''] !== undefined;
    const repeats = isTab && run.some((one) => one.type === 'code' && one.lang === token.lang);
    if (repeats || !(isTab || (token.type === 'space' && run.length > 0))) end();
    if (isTab || run.length > 0) run.push(token);
    else grouped.push(token);
  }
  end();
  return grouped;
}

export function renderCode(code: string, language: string): string {
  const title = language === 'sh' ? 'Shell' : (languageTitles[language] ?? (language || 'Text'));
  return `<div class="code"><pre tabindex="0" role="group" aria-label="${escapeHtml(title)} code"><code>${highlight(code, language)}</code></pre></div>\n`;
}

/** Radio buttons choose the block, so that tabs work without a script and by keyboard. */
export function renderTabs(blocks: readonly { lang?: string; text: string }[], name: string): string {
  const [only, second] = blocks;
  if (only && !second) return renderCode(only.text, only.lang ?? '');
  const buttons = blocks.map(({ lang = '' }, at) => {
    const checked = at === 0 ? ' checked' : '';
    return `<label><input type="radio" name="${name}" value="${lang}"${checked}>${languageTitles[lang]}</label>`;
  });
  const panels = blocks.map(({ lang = '', text }) => renderCode(text, lang));
  return `<div class="tabs"><fieldset><legend class="hidden-text">Language</legend>${buttons.join('')}</fieldset>${panels.join('')}</div>\n`;
}

function renderTable(parser: { parseInline: (tokens: Token[]) => string }, { header, rows }: Tokens.Table): string {
  const cell = (tag: string) => (one: Tokens.TableCell) => {
    // An empty header would be announced.
    const name = one.text === '' ? 'td' : tag;
    return `<${name}>${parser.parseInline(one.tokens)}</${name}>`;
  };
  const head = header.map(cell('th')).join('');
  const body = rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`).join('\n');
  return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>\n`;
}

/** Visible text, without markup. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      if (token.type === 'list') return token.items.map((item: Tokens.ListItem) => plainText(item.tokens)).join(' ');
      if (token.type === 'table')
        return [token.header, ...token.rows]
          .flat()
          .map((cell: Tokens.TableCell) => plainText(cell.tokens))
          .join(' ');
      if (token.type === 'languageTabs' || token.type === 'code' || token.type === 'html') return '';
      return 'text' in token ? token.text : token.type === 'space' ? ' ' : '';
    })
    .join('');
}

/** The text below each heading of the first three levels. */
function toSections(tokens: readonly Token[]): Section[] {
  const slug = createSlugger();
  const sections: Section[] = [];
  for (const token of tokens) {
    const text = plainText([token]);
    if (token.type === 'heading') {
      const id = slug(text);
      sections.push({ id: token.depth === 1 ? '' : id, title: text, text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text = `${section.text} ${text}`.trim();
    }
  }
  return sections;
}

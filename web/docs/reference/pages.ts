// Pages of the API reference: an overview, and one page per group of operations.

import { baseUrl } from '../build/base-url.ts';
import type { DocsPage } from '../build/frame.ts';
import { escapeHtml } from '../build/html.ts';
import { renderInline, type Section } from '../build/markdown.ts';
import type { OpenApi, Operation } from './document.ts';
import { type Context, renderOperation } from './operation-html.ts';
import { writeOperation } from './operation-markdown.ts';

export type ReferencePage = DocsPage & {
  name: string;
  label: string;
  markdown: string;
  sections: Section[];
  isForOperators: boolean;
};

/** Parts of the operator API, by the segment after /operator; other operations are in the part of the service. */
const operatorParts: readonly (readonly [title: string, description: string, segments: readonly string[]])[] = [
  ['Operator: accounts', 'Accounts, their keys, usage and key requests', ['accounts', 'key-requests', 'usage', 'keys']],
  [
    'Operator: catalog',
    'Hooks in any state, edits, review, labels, takedowns and reports',
    ['hooks', 'edits', 'review', 'near-duplicates', 'takedowns', 'reports', 'labels', 'sample'],
  ],
  [
    'Operator: imports',
    'Imports, sources, secrets, platforms and trust',
    ['import', 'imports', 'sources', 'secrets', 'platforms', 'trust', 'values'],
  ],
  ['Operator: delivery', 'Webhooks, deliveries and exports of all accounts', ['webhooks', 'deliveries', 'exports']],
];
const service = ['Operator: service', 'Health, statistics, operators and the audit log'] as const;

const idOf = (title: string) => title.toLowerCase().replace(/\W+/g, '-');
const groupPath = (title: string) => `api/${idOf(title)}`;

export function referencePages({ tags }: OpenApi, operations: readonly Operation[], context: Context): ReferencePage[] {
  const groups = tags.flatMap(({ name, description }) => {
    const members = operations.filter(({ tag }) => tag === name);
    return name === 'Operator' ? divide(members) : [{ title: name, description, members, isForOperators: false }];
  });
  return [overview(groups), ...groups.map((group) => groupPage(group, context))];
}

type Group = { title: string; description: string; members: readonly Operation[]; isForOperators: boolean };

function divide(operations: readonly Operation[]): Group[] {
  const segmentOf = ({ path }: Operation) => path.split('/')[2] ?? '';
  const named = new Set(operatorParts.flatMap(([, , segments]) => segments));
  const parts = operatorParts.map(([title, description, segments]) => ({
    title,
    description,
    members: operations.filter((operation) => segments.includes(segmentOf(operation))),
  }));
  const [title, description] = service;
  const rest = { title, description, members: operations.filter((operation) => !named.has(segmentOf(operation))) };
  return [...parts, rest].map((part) => ({ ...part, isForOperators: true }));
}

function groupPage({ title, description, members, isForOperators }: Group, context: Context): ReferencePage {
  const name = groupPath(title);
  const heading = `${title} API`;
  return {
    name,
    label: title,
    path: `/docs/${name}`,
    title: heading,
    description: `${description}. Parameters, example responses and samples to run.`,
    html: `<h1>${heading}</h1><p>${renderInline(description)}.</p>\n${members.map((one) => renderOperation(one, context)).join('\n')}`,
    headings: members.map((one) => ({ id: one.id, depth: 2, text: one.name })),
    markdown: `# ${heading}\n\n${description}.\n\n${members.map((one) => writeOperation(one, context)).join('\n\n')}\n`,
    markdownPath: `/docs/${name}.md`,
    sections: members.map((one) => ({
      id: one.id,
      title: one.name,
      text: `${one.method} ${one.path} ${one.description}`.replaceAll('`', ''),
    })),
    isForOperators,
    isWide: true,
  };
}

const introduction = [
  `Call \`${baseUrl}\` with \`Authorization: Bearer hkl_…\` ([Authentication](/docs/authentication)). Bodies and responses are JSON; a response carries \`success\`, \`data\` and \`timestamp\`, a list also \`count\`, \`total\` and \`next_cursor\` ([Pagination](/docs/pagination)). Errors are problem documents with a \`code\` ([Errors](/docs/errors)).`,
  `Import it: [OpenAPI 3.1](/openapi.json), [Postman collection](/docs/postman.json).`,
];

function overview(groups: readonly Group[]): ReferencePage {
  const tables = groups.map(({ title: tag, description, members }) => {
    const rows = members.map(({ id, name, method, path }) => {
      const href = `/docs/${groupPath(tag)}#${id}`;
      return `<tr><td><a href="${href}">${escapeHtml(name)}</a></td><td><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></td></tr>`;
    });
    return `<h2 id="${idOf(tag)}">${tag}</h2><p>${renderInline(description)}.</p><div class="table" tabindex="0" role="group" aria-label="${tag}"><table><thead><tr><th>Operation</th><th>Request</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  });
  const lists = groups
    .filter((group) => !group.isForOperators)
    .map(({ title: tag, members }) => {
      const lines = members.map(
        ({ id, name, method, path }) =>
          `- [${name}](${baseUrl}/docs/${groupPath(tag)}.md#${id}): \`${method} ${path}\``,
      );
      return `## ${tag}\n\n${lines.join('\n')}`;
    });
  const description =
    'Every operation of the API, with parameters, schemas, samples in five languages, and a form to try it.';
  return {
    name: 'api',
    label: 'API reference',
    path: '/docs/api',
    title: 'API reference',
    description,
    html: `<h1>API reference</h1><p>${description}</p>${introduction.map((text) => `<p>${renderInline(text)}</p>`).join('')}${tables.join('\n')}`,
    headings: groups.map(({ title }) => ({ id: idOf(title), depth: 2, text: title })),
    markdown: `# API reference\n\n${description}\n\n${introduction.join('\n\n').replaceAll('](/', `](${baseUrl}/`)}\n\n${lists.join('\n\n')}\n`,
    markdownPath: '/docs/api.md',
    sections: [{ id: '', title: 'API reference', text: `${description} OpenAPI 3.1 document, Postman collection.` }],
    isForOperators: false,
  };
}

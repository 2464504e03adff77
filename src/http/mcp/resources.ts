// Resources of the MCP server: the taxonomy, the plans, and a page for each archetype. Reading them takes no quota.
import type { IncomingMessage } from 'node:http';
import type { KeyCaller } from '../../accounts/caller.ts';
import { plans } from '../../accounts/plan.ts';
import { taxonomy } from '../../taxonomy/taxonomy.ts';
import type { Term } from '../../taxonomy/term.ts';
import { showPlan } from '../endpoints/plans.ts';
import type { CallerEndpoint, Endpoint } from '../pipeline/endpoint.ts';
import type { Call, Pipeline } from '../pipeline/pipeline.ts';
import { fromByteString } from '../pipeline/records.ts';
import { untrustedNote } from './tools/tool.ts';

type Content = { uri: string; mimeType: string; text: string };
type Described = { uri: string; name: string; title: string; description: string; mimeType: string };

export type Resources = {
  list: () => Described[];
  templates: () => { uriTemplate: string; name: string; title: string; description: string; mimeType: string }[];
  /** Returns undefined for an unknown resource. */
  read: (req: IncomingMessage, caller: KeyCaller, uri: string) => Promise<Content | undefined>;
  complete: (uriTemplate: string, argument: { name: string; value: string }) => string[];
};

const json = 'application/json';
const archetypeTemplate = 'hookline://archetypes/{id}';
const archetypeUri = /^hookline:\/\/archetypes\/([\p{L}\p{N}_]+)$/u;
const own: readonly Described[] = [
  {
    uri: 'hookline://taxonomy',
    name: 'taxonomy',
    title: 'Taxonomy',
    description: 'The values of every label, with names, descriptions and aliases',
    mimeType: json,
  },
  {
    uri: 'hookline://plans',
    name: 'plans',
    title: 'Plans',
    description: 'What each plan costs and includes',
    mimeType: json,
  },
];

export function createResources(pipeline: Pipeline, endpoints: readonly Endpoint[]): Resources {
  const values = freeCall('/taxonomy');
  const summaries = freeCall('/archetypes');

  return {
    list: () => [...own, ...taxonomy.archetype.map(describeArchetype)],
    templates: () => [
      {
        uriTemplate: archetypeTemplate,
        name: 'archetype',
        title: 'Archetype',
        description: 'A way to open a video: description, template, figures and three most viewed hooks',
        mimeType: json,
      },
    ],
    async read(req, caller, uri) {
      if (uri === 'hookline://plans') return toContent(uri, Object.values(plans).map(showPlan));
      if (uri === 'hookline://taxonomy') return toContent(uri, await dataOf(values, req, caller));
      const id = archetypeUri.exec(uri)?.[1];
      const found = id && (await dataOf(summaries, req, caller)).find((one: { id: string }) => one.id === id);
      return found && toContent(uri, { note: untrustedNote, ...found });
    },
    complete(uriTemplate, { name, value }) {
      if (uriTemplate !== archetypeTemplate || name !== 'id') return [];
      return taxonomy.archetype.map(({ id }) => id).filter((id) => id.startsWith(value.toLowerCase()));
    },
  };

  function freeCall(path: string): Call {
    const found = endpoints.find((one) => one.method === 'GET' && one.path === path);
    if (found?.audience !== 'key') throw new Error(`There is no endpoint GET ${path} for keys.`);
    const { handle } = found;
    const free: CallerEndpoint = {
      ...found,
      isCounted: false,
      isLogged: false,
      handle: (request) => handle({ ...request, headers: {} }),
    };
    return pipeline.call(free);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the data of a response, whose schema is that of its endpoint
async function dataOf(call: Call, req: IncomingMessage, caller: KeyCaller): Promise<any> {
  const target = { url: '/mcp', path: '/mcp', query: '', params: {}, body: undefined };
  const { response } = await call(req, target, caller);
  const body = JSON.parse(fromByteString(response.body));
  if (response.status !== 200) throw new Error(body.detail);
  return body.data;
}

function describeArchetype({ id, name, description }: Term): Described {
  return { uri: `hookline://archetypes/${id}`, name: id, title: name, description, mimeType: json };
}

function toContent(uri: string, value: unknown): Content {
  return { uri, mimeType: json, text: JSON.stringify(value) };
}

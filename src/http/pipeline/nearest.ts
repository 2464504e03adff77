// The hooks nearest in meaning to `q`, where a request asks for them: they are found before its handler runs, which is synchronous.
import { maxTextLength } from '../../catalog/search/filter-input.ts';
import { findNearest } from '../../catalog/search/nearest.ts';
import { comparedText } from '../../catalog/search/text-search.ts';
import type { Services } from '../services.ts';
import type { CallerRequest } from './endpoint.ts';
import type { HttpResponse } from './response.ts';

type Handle = (request: CallerRequest) => HttpResponse;

/** Requests that name no `match` stay synchronous. */
export function withNearest({ catalog, meaning }: Pick<Services, 'catalog' | 'meaning'>, handle: Handle) {
  async function handleByMeaning(request: CallerRequest, wanted: NonNullable<ReturnType<typeof wantedIn>>) {
    for (;;) {
      const { snapshot } = catalog();
      const nearest = await findNearest({ snapshot, meaning }, wanted);
      // Rows are those of one version.
      if (catalog().snapshot === snapshot) return handle({ ...request, nearest });
    }
  }
  return (request: CallerRequest): HttpResponse | Promise<HttpResponse> => {
    const wanted = wantedIn(request);
    return wanted ? handleByMeaning(request, wanted) : handle(request);
  };
}

/** From filters that are not checked yet. Undefined if there is nothing to compare. */
function wantedIn({ query, body }: CallerRequest) {
  if (body === undefined && !query.includes('match=')) return undefined;
  const { q, match } = (body as { filters?: Record<string, unknown> } | null | undefined)?.filters ?? readQuery(query);
  if (typeof q !== 'string' || q.length > maxTextLength.q || (match !== 'meaning' && match !== 'both'))
    return undefined;
  const text = comparedText(q);
  return text === '' ? undefined : { match: match as 'meaning' | 'both', text };
}

function readQuery(query: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(query));
}

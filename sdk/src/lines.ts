// Methods of the client for lines of your own: similar hooks, checks of drafts, templates and adapted lines.
import type {
  AdaptedLine,
  AdaptInput,
  CheckInput,
  DraftCheck,
  SimilarHook,
  SimilarInput,
  Template,
  TemplateQuery,
} from './openapi.ts';
import { listPages, type Pages } from './pages.ts';
import { type ApiPromise, toApiPromise } from './transport/response.ts';
import type { CallOptions, Transport } from './transport/transport.ts';

/**
 * Methods about a line that you write.
 *
 * @example
 * ```ts
 * const lines: LinesApi = hookline;
 * console.log((await lines.check({ text: 'Stop saving money before you read this' })).archetype.value);
 * ```
 */
export type LinesApi = {
  /**
   * Hooks whose lines are most similar to a text, with a score from 0 to 1 and why. Empty if none is.
   *
   * @example
   * ```ts
   * const hooks = await hookline.similar({ text: 'Stop saving money before you read this', filters: { niche: 'finance' } });
   * for (const { text, similarity } of hooks) console.log(similarity.score, text, similarity.why);
   * ```
   */
  similar: (input: SimilarInput, options?: CallOptions) => ApiPromise<SimilarHook[]>;
  /**
   * What a draft is, the proven hooks nearest to it, and how often hooks like it were viewed. Every figure has its `n`.
   *
   * @example
   * ```ts
   * const { archetype, standing, observations } = await hookline.check({ text: 'Stop saving money', niche: 'finance' });
   * console.log(archetype.value, archetype.confidence, standing.median_views ?? 'too few hooks');
   * for (const { text, n } of observations) console.log(text, n);
   * ```
   */
  check: (input: CheckInput, options?: CallOptions) => ApiPromise<DraftCheck>;
  /**
   * Templates that several hooks share, with their median views and examples.
   *
   * @example
   * ```ts
   * const { data } = await hookline.templates({ niche: 'finance', slot: 'topic', limit: 5 });
   * for (const { template, n, median_views } of data) console.log(template, n, median_views);
   * ```
   */
  templates: (query?: TemplateQuery, options?: CallOptions) => Pages<Template>;
  /**
   * The line of a template or of a hook with your values in its slots. Articles, plurals and capitals follow the values. With
   * `variants`, lines by the operator's language model follow it, each with a check; it then counts as 10 calls and is not retried
   * after an error.
   *
   * @example
   * ```ts
   * const [line] = await hookline.adapt({ template: 'Stop buying [topic] before you read this.', topic: 'index funds' });
   * console.log(line?.text);
   * ```
   */
  adapt: (input: AdaptInput, options?: CallOptions) => ApiPromise<AdaptedLine[]>;
};

const maxTemplatesPerPage = 100;

export function createLinesApi(transport: Transport): LinesApi {
  const post = <T>(path: string, body: object, options?: CallOptions, isIdempotent = true): ApiPromise<T> =>
    toApiPromise(
      transport.send({ method: 'POST', path, body, isRead: true, isIdempotent }, options),
      ({ body }) => body.data,
    );
  return {
    similar: (input, options) => post('/similar', input, options),
    check: (input, options) => post('/check', input, options),
    templates: (query, options) =>
      listPages<Template>(transport, { path: '/templates', query, maxPerPage: maxTemplatesPerPage }, options),
    adapt: (input, options) => post('/adapt', input, options, !('variants' in input)),
  };
}

// Client of the operator routes for hooks, imports and sources.
import { mutate } from 'swr';
import { type Query, request } from './client.ts';
import type {
  EditResult,
  GivenValue,
  HookPage,
  ImportPage,
  ImportUndo,
  OperatorValues,
  OwnValue,
  Platform,
  RejectPage,
  ReviewedHook,
  SampleRemoval,
  UndoneEdit,
} from './openapi.ts';
import { useApi } from './use-api.ts';

export const hooksPath = '/operator/hooks';
export const importsPath = '/operator/imports';
const platformsPath = '/operator/platforms';

export const readHooks = async (query: Query) => {
  const { hooks, total, next } = await request<HookPage>('GET', hooksPath, { query });
  return { data: hooks, total, nextCursor: next };
};

type CuratedValue =
  | 'text'
  | 'archetype'
  | 'emotional_trigger'
  | 'niche'
  | 'format'
  | 'platform'
  | 'language'
  | 'template';
export type HookChange = Partial<Record<CuratedValue, string>>;
export type HookDecision = { state?: ReviewedHook['state']; from?: ReviewedHook['state'] };

export const readHook = (id: string) => request<ReviewedHook>('GET', `${hooksPath}/${id}`);
export const changeHook = (id: string, body: HookChange & HookDecision, keepalive = false) =>
  request<ReviewedHook>('PATCH', `${hooksPath}/${id}`, { body, keepalive });

/** Filters of GET /operator/hooks. */
export type HooksFilter = Readonly<Record<string, string | readonly string[] | undefined>>;
type HooksEdit = HookDecision & { ids?: readonly string[]; filter?: HooksFilter; set?: HookChange };
/** Sends one request for any number of hooks. It completes when the page is closed, unless its body is too large for that. */
export const editHooks = (body: HooksEdit) =>
  request<EditResult>('PATCH', hooksPath, { body, keepalive: (body.ids?.length ?? 0) < 1000 });
export const undoEdit = (id: string) => request<UndoneEdit>('POST', `/operator/edits/${id}/undo`);

/** Both IDs lead to `into` from then on. Resolves to that hook. */
export const mergeHook = (id: string, into: string) =>
  request<ReviewedHook>('POST', `${hooksPath}/${id}/merge`, { body: { into } });
export const dismissNearDuplicate = (id: string, other: string) =>
  request<ReviewedHook>('DELETE', `${hooksPath}/${id}/near-duplicates/${other}`);

/** Numbers of hooks pending review, by reason, source and language. */
export const reviewQueuePath = '/operator/review';

export const decideClaim = (id: string, source: string, decision: 'accept' | 'reject') =>
  request<ReviewedHook>('POST', `${hooksPath}/${id}/claims`, { body: { source, decision } });

export const removeSampleHooks = () => request<SampleRemoval>('DELETE', '/operator/sample');

export const unknownValuesPath = '/operator/values?state=unknown';
type ValueMapping = Pick<GivenValue, 'source' | 'field' | 'value' | 'becomes'>;
export const mapValue = (body: ValueMapping) => request<GivenValue>('PUT', '/operator/values', { body });

export const approvePlatform = (name: string) => request<Platform>('POST', platformsPath, { body: { name } });

export const ownValuesPath = '/operator/taxonomy';
const valuesPath = '/operator/values';
const reloadValues = () => Promise.all([mutate(ownValuesPath), mutate(valuesPath)]);
export const addOwnValue = (body: Pick<OwnValue, 'kind' | 'name'>) =>
  request<OwnValue>('PUT', ownValuesPath, { body }).finally(reloadValues);
export const removeOwnValue = ({ kind, id }: OwnValue) =>
  request<OwnValue>('DELETE', `${ownValuesPath}/${kind}/${encodeURIComponent(id)}`).finally(reloadValues);

/** Labels, fields and presets: constant until the service is updated, or an operator adds a value. */
export const useValues = () => useApi<OperatorValues>(valuesPath, undefined, { once: true }).data;

export const readImports = async (query: Query) => {
  const { imports, total, next } = await request<ImportPage>('GET', importsPath, { query });
  return { data: imports, total, nextCursor: next };
};
export const undoImport = (id: string) => request<ImportUndo>('POST', `${importsPath}/${encodeURIComponent(id)}/undo`);
export const readRejects = async (id: string, after: string | undefined) => {
  const query = { format: 'json', limit: 20, after };
  const { rejects, next } = await request<RejectPage>('GET', `${importsPath}/${id}/rejects`, { query });
  return { data: rejects, nextCursor: next };
};

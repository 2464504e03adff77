// Client of the operator routes for hooks, imports and sources.
import { type Query, request } from './client.ts';
import type {
  HookPage,
  ImportPage,
  OperatorValues,
  Platform,
  RejectPage,
  ReviewedHook,
  RunPage,
  SampleRemoval,
  Source,
} from './openapi.ts';
import { useApi } from './use-api.ts';

export const hooksPath = '/operator/hooks';
export const importsPath = '/operator/imports';
export const platformsPath = '/operator/platforms';
export const sourcesPath = '/operator/sources';

export const readHooks = async (query: Query) => {
  const { hooks, total, next } = await request<HookPage>('GET', hooksPath, { query });
  return { data: hooks, total, nextCursor: next };
};

export type HookChange = Partial<
  Record<'archetype' | 'emotional_trigger' | 'niche' | 'format' | 'platform' | 'language' | 'template', string>
> & { state?: ReviewedHook['state']; from?: ReviewedHook['state'] };

export const readHook = (id: string) => request<ReviewedHook>('GET', `${hooksPath}/${id}`);
export const changeHook = (id: string, body: HookChange, keepalive = false) =>
  request<ReviewedHook>('PATCH', `${hooksPath}/${id}`, { body, keepalive });

export const decideClaim = (id: string, source: string, decision: 'accept' | 'reject') =>
  request<ReviewedHook>('POST', `${hooksPath}/${id}/claims`, { body: { source, decision } });

export const removeSampleHooks = () => request<SampleRemoval>('DELETE', '/operator/sample');

export const approvePlatform = (name: string) => request<Platform>('POST', platformsPath, { body: { name } });

/** Labels, fields and presets: constant until the service is updated. */
export const useValues = () => useApi<OperatorValues>('/operator/values').data;

export const readImports = async (query: Query) => {
  const { imports, total, next } = await request<ImportPage>('GET', importsPath, { query });
  return { data: imports, total, nextCursor: next };
};
export const readRejects = async (id: string, after: string | undefined) => {
  const query = { format: 'json', limit: 20, after };
  const { rejects, next } = await request<RejectPage>('GET', `${importsPath}/${id}/rejects`, { query });
  return { data: rejects, nextCursor: next };
};

const sourcePath = (id: string) => `${sourcesPath}/${encodeURIComponent(id)}`;

export type SourceBody = Partial<
  Pick<Source, 'name' | 'location' | 'preset' | 'map' | 'set' | 'records' | 'records_of' | 'format' | 'every'> &
    Pick<Source, 'snapshot' | 'allow_shrink' | 'enabled'>
>;

export const createSource = (body: SourceBody) => request<Source>('POST', sourcesPath, { body });
export const changeSource = (id: string, body: SourceBody) => request<Source>('PATCH', sourcePath(id), { body });
export const deleteSource = (id: string) => request<Source>('DELETE', sourcePath(id));
export const runSource = (id: string, force: boolean) =>
  request<Source>('POST', `${sourcePath(id)}/run`, { body: { force } });
export const readRuns = async (id: string, after: string | undefined) => {
  const { runs, next } = await request<RunPage>('GET', `${sourcePath(id)}/runs`, { query: { limit: 10, after } });
  return { data: runs, nextCursor: next };
};

// Client of the operator routes for sources, their previews and the secrets that they send.
import { HooklineConnectionError, HooklineError } from '@hookline/sdk';
import { checkSession, request } from '../../api/client.ts';
import type { ApiUsage, RunPage, Source, SourcePreview } from '../../api/openapi.ts';

export const sourcesPath = '/operator/sources';
export const sourcePath = (id: string) => `${sourcesPath}/${encodeURIComponent(id)}`;
export const sourcePage = (id: string) => `/console/sources?source=${encodeURIComponent(id)}`;

/** The form of a new source that searches YouTube for the words. */
export const searchSourcePage = (words: string) =>
  `/console/sources?new=1&location=${encodeURIComponent(`youtube:search:"${words.replaceAll('"', '')}"`)}`;

export type SourceList = { sources: Source[]; usage: ApiUsage[] };

type Settings =
  | 'name'
  | 'location'
  | 'preset'
  | 'map'
  | 'set'
  | 'records'
  | 'records_of'
  | 'format'
  | 'request'
  | 'collect'
  | 'every'
  | 'snapshot'
  | 'allow_shrink'
  | 'enabled';
export type SourceBody = Partial<Pick<Source, Settings>>;

export const createSource = (body: SourceBody) => request<Source>('POST', sourcesPath, { body });
export const changeSource = (id: string, body: SourceBody) => request<Source>('PATCH', sourcePath(id), { body });
export const deleteSource = (id: string) => request<Source>('DELETE', sourcePath(id));
export const runSource = (id: string, force: boolean) =>
  request<Source>('POST', `${sourcePath(id)}/run`, { body: { force } });
export const readRuns = async (id: string, after: string | undefined) => {
  const { runs, next } = await request<RunPage>('GET', `${sourcePath(id)}/runs`, { query: { limit: 30, after } });
  return { data: runs, nextCursor: next };
};

/** Takes up to a minute; aborting it also ends it on the server. */
export async function previewSource(body: SourceBody, signal: AbortSignal): Promise<SourcePreview> {
  const response = await fetch(`${sourcesPath}/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  }).catch((cause) => {
    throw new HooklineConnectionError('Can’t reach Hookline. Check your connection and retry.', cause);
  });
  checkSession(response);
  const answer = await response.json().catch(() => undefined);
  if (!response.ok) throw new HooklineError(response.status, answer?.code ? answer : undefined, response.headers);
  return answer;
}

export const setSecret = (name: string, value: string) =>
  request('PUT', `/operator/secrets/${encodeURIComponent(name)}`, { body: { value } });

// Client of the routes of saved searches. The SDK's client is not used, to keep the page small.
import type { NewSearch, SavedSearch, SearchUpdate, TestDigest } from '@hookline/sdk';
import { request } from '../../api/client.ts';

export const searchesPath = '/searches';
const searchPath = (id: string) => `${searchesPath}/${encodeURIComponent(id)}`;

export const createSearch = (body: NewSearch) => request<SavedSearch>('POST', searchesPath, { body });
export const changeSearch = (id: string, body: SearchUpdate) => request<SavedSearch>('PATCH', searchPath(id), { body });
export const rotateFeed = (id: string) => request<SavedSearch>('POST', `${searchPath(id)}/rotate`);
export const sendTestDigest = (id: string) => request<TestDigest>('POST', `${searchPath(id)}/digest/test`);
export const deleteSearch = (id: string) => request<SavedSearch>('DELETE', searchPath(id));

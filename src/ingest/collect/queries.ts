// Queries of collections: units of APIs that were used, and how many are left.
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { type Api, windowOf } from './api-limits.ts';
import type { CollectEnvironment } from './environment.ts';
import { selectUsed } from './store.ts';

const apis = ['youtube', 'youtube-search', 'yt-dlp', 'transcribe'] as const satisfies readonly Api[];

export const apiUsageSchema = z
  .object({
    api: z.enum(apis).meta({
      description:
        '`youtube`: units a day; `youtube-search`: searches a day; `yt-dlp`: videos an hour; `transcribe`: seconds of audio a month (UTC), listed if it has a budget',
    }),
    used: z.number().int().meta({ description: 'Since the window began, of all sources' }),
    limit: z.number().int(),
    resets_at: z.iso.datetime().meta({ description: 'For YouTube midnight in Pacific time' }),
  })
  .meta({ id: 'ApiUsage', description: 'Units of an API in its current window' });
export type ApiUsage = z.infer<typeof apiUsageSchema>;

export async function readApiUsage(db: Database, environment: CollectEnvironment): Promise<ApiUsage[]> {
  const isListed = (api: Api) => api !== 'transcribe' || typeof environment.transcription?.budget === 'number';
  return Promise.all(
    apis.filter(isListed).map(async (api) => {
      const window = windowOf(api, environment);
      const used = await selectUsed(db, api, window);
      return { api, used, limit: window.limit, resets_at: window.end.toISOString() };
    }),
  );
}

// Settings of collectors: which videos of a location are collected, and how a JSON API is asked.
import { z } from 'zod';
import { canonicalLanguage } from '../../taxonomy/language.ts';

/** YouTube's limit of a Short. */
const defaultMaxSeconds = 180;
const defaultMaxVideos = 1000;

export const collectInput = z
  .strictObject({
    max_seconds: z
      .number()
      .int()
      .min(1, '`max_seconds` must be at least 1, or null for videos of any length.')
      .nullable()
      .optional()
      .meta({ description: `Longest video; null for any length. Default ${defaultMaxSeconds}` }),
    orientation: z
      .enum(['vertical', 'any'], { error: '`orientation` must be vertical or any.' })
      .optional()
      .meta({ description: 'Default `vertical`; square videos count as vertical' }),
    max_videos: z
      .number()
      .int()
      .min(1)
      .max(20_000, '`max_videos` must be at most 20,000.')
      .optional()
      .meta({ description: `Newest videos of each location that are looked at. Default ${defaultMaxVideos}` }),
    language: z
      .string()
      .max(35)
      .refine((text) => canonicalLanguage(text) !== undefined, '`language` must be a BCP 47 tag, such as en.')
      .optional()
      .meta({ description: 'Preferred language of searches, such as `en`' }),
    region: z
      .string()
      .regex(/^[A-Z]{2}$/, '`region` must be a country code of two capital letters, such as US.')
      .optional()
      .meta({ description: 'Country of searches, such as `US`' }),
  })
  .meta({ id: 'CollectSettings', description: 'Which videos of YouTube and yt-dlp locations are collected' });
export type CollectInput = z.infer<typeof collectInput>;

export type CollectSettings = {
  /** null is any length. */
  maxSeconds: number | null;
  isAnyOrientation: boolean;
  maxVideos: number;
  language: string | null;
  region: string | null;
};

export function resolveCollect(input: CollectInput | null): CollectSettings {
  const { max_seconds = defaultMaxSeconds, orientation, max_videos, language, region } = input ?? {};
  return {
    maxSeconds: max_seconds,
    isAnyOrientation: orientation === 'any',
    maxVideos: max_videos ?? defaultMaxVideos,
    language: language ?? null,
    region: region ?? null,
  };
}

export const requestInput = z
  .strictObject({
    headers: z
      .record(z.string().max(100), z.string().max(2000))
      .optional()
      .meta({
        description: '`$secret:NAME` in a value stands for a secret',
        example: { Authorization: '$secret:apify' },
      }),
    body: z
      .string()
      .max(20_000)
      .optional()
      .meta({ description: 'Sent by POST, as application/json. `$secret:NAME` stands for a secret' }),
    next: z.string().max(200).optional().meta({ description: 'Path to the next cursor or URL in the response' }),
    next_as: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Parameter that the cursor is sent as. Default: the last part of `next`' }),
    page: z.string().max(100).optional().meta({ description: 'Parameter that counts the pages from 1' }),
  })
  .meta({ id: 'RequestSettings', description: 'How a JSON API is asked' });
export type RequestSettings = z.infer<typeof requestInput>;

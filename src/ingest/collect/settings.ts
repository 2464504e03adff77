// Settings of collectors: which videos of a location are collected, and how a JSON API is requested.
import { z } from 'zod';
import type { CollectInput, RequestSettings } from '../../db/tables/collect.ts';
import { canonicalLanguage } from '../../taxonomy/taxonomy.ts';
import { isObject, tryParseJson } from '../formats/parse-json.ts';
import { countedParameter } from './pages/counted-parameter.ts';

/** YouTube's limit of a Short. */
const defaultMaxSeconds = 180;
const defaultMaxVideos = 1000;

export const collectInput: z.ZodType<CollectInput> = z
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
      .meta({ description: `Newest videos of each location that are checked. Default ${defaultMaxVideos}` }),
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
  .meta({ id: 'CollectSettings', description: 'Collection filters of YouTube and yt-dlp locations' });

export type CollectSettings = {
  /** null for any length. */
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

const headerName = z
  .string()
  .regex(
    /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/,
    'Header names must consist of letters, digits and -, such as Authorization.',
  )
  .refine((name) => !reservedHeaders.has(name.toLowerCase()), 'Hookline sends this header itself.');
const reservedHeaders = new Set(
  'accept-encoding connection content-length expect host if-modified-since if-none-match keep-alive te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);
const headerValue = z
  .string()
  .max(2000, 'The value of a header must be at most 2,000 characters.')
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'The value of a header must be printable characters of Latin-1.');

/** Operators and backups see the settings of a source. */
const credentials = /^(?:proxy-)?authorization$|^cookie$|key|token|secret|password/i;

export const requestInput: z.ZodType<RequestSettings> = z
  .strictObject({
    headers: z
      .record(headerName, headerValue)
      .refine((headers) => Object.keys(headers).length <= 20, '`headers` must have at most 20 entries.')
      .superRefine((headers, context) => {
        for (const [name, value] of Object.entries(headers))
          if (credentials.test(name) && !value.includes('$secret:'))
            context.addIssue({
              code: 'custom',
              path: [name],
              message: `${name} must name a secret, such as Bearer $secret:NAME. Set it with \`npx hookline admin secrets set NAME\`.`,
            });
      })
      .optional()
      .meta({
        description: '`$secret:NAME` in a value stands for a secret',
        example: { Authorization: 'Bearer $secret:apify' },
      }),
    body: z.string().max(20_000, '`body` must be at most 20,000 characters.').optional().meta({
      description:
        'Body of a POST request, application/json unless a header sets another type. `$secret:NAME` stands for a secret, `$date:-7d` for the day a week ago (2026-11-15), `$yyyymmdd:-7d` for the same as 20261115',
    }),
    next: z.string().trim().min(1, '`next` must not be empty.').max(200).optional().meta({
      description:
        'Path to the next cursor or URL in the response, such as `data.cursor`; `link` is the Link header. Further paths after a comma are sent too',
    }),
    next_as: z
      .string()
      .trim()
      .min(1, '`next_as` must not be empty.')
      .max(100)
      .optional()
      .meta({ description: 'Parameter that the cursor is sent as. Default: the last part of `next` without `next_`' }),
    page: z
      .string()
      .trim()
      .regex(countedParameter, '`page` must be a parameter, such as page, page=0 or offset=0+100.')
      .optional()
      .meta({
        description: 'Parameter that counts the pages from 1; `page=0` from 0; `offset=0+100` adds 100 for each page',
      }),
  })
  .superRefine(({ body, next, next_as, page, headers = {} }, context) => {
    const report = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (next !== undefined && page !== undefined) report('page', 'Set `next` or `page`, not both.');
    if (next_as !== undefined && next === undefined) report('next_as', '`next_as` requires `next`.');
    if (body === undefined) return;
    const isPaged = next !== undefined || page !== undefined;
    const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    if (isPaged && !isObject(tryParseJson(body)))
      report('body', '`body` must be a JSON object, since the cursor is sent in it.');
    else if (!hasType && tryParseJson(body) === undefined)
      report('body', '`body` must be JSON. For anything else, set the header Content-Type.');
  })
  .meta({ id: 'RequestSettings', description: 'JSON API request settings' });

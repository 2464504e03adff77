// Source request: a creator or topic that a customer requests. Its schemas, the source that collects it, and its emails.
import { z } from 'zod';
import { type Account, messageText } from '../../accounts/account.ts';
import { quoted } from '../../accounts/actions.ts';
import { storableText } from '../../lib/text.ts';
import { composeMail, type MailMessage } from '../../mail/message.ts';
import { parseYouTube } from '../collect/youtube/video.ts';
import type { CreateSourceInput } from '../sources/source.ts';

export const maxPending = 10;
const maxLength = 500;
const maxVideosOfRun = 200;

const text = (name: string) =>
  z
    .string(`\`${name}\` must be a text.`)
    .max(maxLength, `\`${name}\` must be at most ${maxLength} characters.`)
    .transform((given) => storableText(given).trim());

export const submitSourceRequestInput = z
  .strictObject({
    location: text('location')
      .refine((given) => given !== '', '`location` must be the URL of a creator, or the words of a topic.')
      .transform((given) => (/^[\w-]+(\.[\w-]+)*\.[a-z]{2,}\/\S+$/i.test(given) ? `https://${given}` : given))
      .refine(
        (given) => !/^[a-z][a-z0-9+.-]*:\/\//i.test(given) || /^https?:$/.test(URL.parse(given)?.protocol ?? ''),
        '`location` must be an https:// URL, or the words of a topic.',
      )
      .meta({ description: 'URL of a channel, profile or list of videos, or the words of a topic' }),
    reason: text('reason').default('').meta({ description: 'Reason for the request' }),
  })
  .meta({ example: { location: 'https://www.tiktok.com/@ada', reason: 'She is cited a lot' } });
export type SubmitSourceRequestInput = z.input<typeof submitSourceRequestInput>;

export const states = ['pending', 'approved', 'declined', 'collected'] as const;

export const sourceRequestSchema = z
  .object({
    request_id: z.string().meta({ example: 'req_8fK2mZ0qLx71TbRe' }),
    location: z.string(),
    reason: z.string(),
    state: z.enum(states).meta({ description: '`collected`: its first hooks are published' }),
    hooks: z.int().meta({ description: 'Published hooks of its source' }),
    answer: z.string().nullable().meta({ description: 'Reply of the operator' }),
    created_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SourceRequest', description: 'Requested creator or topic' });
export type SourceRequest = z.infer<typeof sourceRequestSchema>;

export const operatorSourceRequestSchema = z
  .object({
    ...sourceRequestSchema.shape,
    account: z.object({ id: z.string(), name: z.string() }),
    collects: z.string().nullable().meta({ description: 'Location that approving it collects; null for a topic' }),
    source: z.string().nullable().meta({ description: 'Name of the source that collects it' }),
  })
  .meta({ id: 'OperatorSourceRequest', description: 'A source request, and who sent it' });
export type OperatorSourceRequest = z.infer<typeof operatorSourceRequestSchema>;

export const sourceRequestPageSchema = z
  .object({ source_requests: z.array(operatorSourceRequestSchema), total: z.int(), next: z.string().nullable() })
  .meta({ id: 'SourceRequestPage', description: 'A page of source requests' });

export const approveSourceRequestInput = z.strictObject({
  message: messageText.meta({ description: 'Shown to the customer' }),
});
export const declineSourceRequestInput = z.strictObject({
  reason: messageText.meta({ description: 'Included in the email to the customer' }),
});

/** The location for a collector; null for words, which are a topic. */
export function collectedLocation(location: string): string | null {
  const url = URL.parse(location);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const channel =
    /(^|\.)youtube\.com$/.test(url.hostname) && /^\/(?:channel\/)?((?:@|UC)[^/]+)/.exec(url.pathname)?.[1];
  const ofYouTube = `youtube:${channel}`;
  return channel && !('problem' in parseYouTube(ofYouTube)) ? ofYouTube : `yt-dlp:${url.href}`;
}

export function sourceOf(location: string): CreateSourceInput {
  // The query is removed, since it may contain a token and names are in the audit log.
  const name = location.replace(/^(youtube:|yt-dlp:https?:\/\/(www\.)?)|[?#].*/g, '').replace(/\/+/g, ' ');
  return { name: name.trim().slice(0, 90), location, collect: { max_videos: maxVideosOfRun } };
}

const outcomes = {
  approved: ['Your source request was approved', 'We will look for hooks on the topic you requested.'],
  declined: ['Your source request was declined', 'We will not collect the source or topic you requested.'],
  collected: ['The hooks you requested are available', 'The source you requested is now collected.'],
} as const;
export type Outcome = SourceRequest & { state: keyof typeof outcomes };

/** Email to the owner of the account. For a source that collects, it is sent with the first hooks. */
export function outcomeEmail(
  { email: to, name }: Account,
  { location, state, hooks, answer }: Outcome,
  publicUrl: string,
): MailMessage {
  const [subject, outcome] = outcomes[state];
  const page =
    state === 'collected'
      ? { button: 'See the newest hooks', url: `${publicUrl}/dashboard/hooks?sort=-added_at` }
      : { button: 'See your requests', url: `${publicUrl}/dashboard/check?ask=1` };
  const facts = [['You requested', location] as const, ...(hooks > 0 ? [['Hooks so far', `${hooks}`] as const] : [])];
  return composeMail({ to, name, subject, parts: [outcome, { facts }, ...quoted(answer ?? undefined), page] });
}

// API key: its format (hkl_, 32 base62 characters, _, a 6-character checksum) and its schemas.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { type Account, limitsInput } from '../../accounts/account.ts';
import { keyScopes } from '../../accounts/caller.ts';
import type { Actor } from '../../audit/actor.ts';
import { randomBase62, toBase62 } from '../../lib/ids.ts';
import { composeMail, type MailMessage } from '../../mail/message.ts';
import { normalizeNetwork } from '../../net/address.ts';

const pattern = /^hkl_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/;
const checkedLength = 'hkl_'.length + 32;
const defaultGraceSeconds = 86_400;

const time = z.iso.datetime({ offset: true });

export const keySchema = z
  .object({
    id: z.string().meta({ example: 'key_8fK2mZ0qLx71TbRe' }),
    name: z.string(),
    hint: z.string().meta({ description: 'Enough of the key to recognize it', example: 'hkl_…x7Qa' }),
    created_at: time,
    expires_at: time.nullable(),
    revoked_at: time.nullable(),
    last_used_at: time.nullable(),
    last_used_ip: z
      .string()
      .nullable()
      .meta({ description: 'IP address of a request around that time', example: '203.0.113.7' }),
    replaced_by: z
      .string()
      .nullable()
      .meta({ description: 'Id of the key that replaces it; this one works until `expires_at`' }),
    scopes: z.array(z.enum(keyScopes)).meta({ description: 'What the key may do' }),
    allowed_ips: z
      .array(z.string())
      .nullable()
      .meta({
        description: 'IP addresses and networks that the key may be used from; null for any',
        example: ['203.0.113.0/24'],
      }),
    limits: z
      .object({ per_day: z.number().nullable(), per_month: z.number().nullable() })
      .meta({ description: 'Calls of the account that this key may use; null for no separate limit' }),
  })
  .meta({ id: 'Key' });
export type Key = z.infer<typeof keySchema>;

export const issuedKeySchema = z
  .object({ ...keySchema.shape, key: z.string().meta({ description: 'The key itself, shown only once' }) })
  .meta({ id: 'IssuedKey' });
export type IssuedKey = z.infer<typeof issuedKeySchema>;

const keyName = z.string().trim().min(1).max(100);
const scopes = z
  .array(z.enum(keyScopes, `A scope is one of ${keyScopes.join(', ')}.`))
  .min(1, 'Choose at least one scope.')
  .overwrite((given) => keyScopes.filter((scope) => given.includes(scope)))
  .meta({ description: 'What the key may do. Default all' });

const maxAllowedIps = 50;
/** Parsed leniently, so that a list can be pasted. */
const allowedIp = z
  .string()
  .trim()
  .refine((text) => normalizeNetwork(text) !== undefined, {
    error: ({ input }) =>
      `"${String(input).slice(0, 50)}" is not an IP address or network, such as 203.0.113.7 or 2001:db8::/32.`,
  })
  .overwrite((text) => normalizeNetwork(text) ?? text);
const allowedIps = z
  .array(allowedIp)
  .min(1, 'List at least one address, or send null to allow every address.')
  .max(maxAllowedIps, `List at most ${maxAllowedIps} addresses and networks.`)
  .overwrite((given) => [...new Set(given)])
  .nullable()
  .meta({
    description: `IP addresses and CIDR networks that the key may be used from, at most ${maxAllowedIps}; null for any`,
    example: ['203.0.113.0/24'],
  });

const limitsText = 'Counted calls that this key may use per UTC day and month; null for no separate limit';

/** Limits as keys and connected apps store them. */
export type LimitColumns = { day_limit: number | null; month_limit: number | null };

export const toLimits = ({ day_limit: per_day, month_limit: per_month }: LimitColumns) => ({ per_day, per_month });

export function limitColumns({ per_day = null, per_month = null }: Partial<Key['limits']>): LimitColumns {
  return { day_limit: per_day, month_limit: per_month };
}

export const createKeyInput = z.strictObject({
  name: keyName.default('default'),
  expires_at: time.nullable().default(null),
  scopes: scopes.default([...keyScopes]),
  allowed_ips: allowedIps.default(null),
  limits: limitsInput.default({}).meta({ description: limitsText }),
});

export const updateKeyInput = z.strictObject({
  name: keyName.optional(),
  scopes: scopes.optional(),
  allowed_ips: allowedIps.optional(),
  limits: limitsInput.optional().meta({ description: `${limitsText}. An omitted limit is unchanged` }),
});

const notAKey = 'Send a complete key: hkl_, 32 letters and digits, _, and 6 more.';
export const reportKeyInput = z.strictObject({
  key: z.string(notAKey).trim().refine(isWellFormed, notAKey).meta({ description: 'A key that was found in public' }),
});

export const regenerateKeyInput = z.strictObject({
  grace_seconds: z
    .number()
    .int()
    .min(0)
    .max(30 * 86_400)
    .default(defaultGraceSeconds)
    .meta({ description: 'How long the old key keeps working; 0 ends it immediately' }),
});

export function newKey(): string {
  const checked = `hkl_${randomBase62(32)}`;
  return `${checked}_${checksum(checked)}`;
}

/** Detects mistyped and made-up keys by their checksum, without a lookup. */
export function isWellFormed(text: string): boolean {
  return pattern.test(text) && text.slice(checkedLength + 1) === checksum(text.slice(0, checkedLength));
}

/** SHA-256 in hex, the only form in which a key is stored. */
export function hashKey(text: string): string {
  return hash('sha256', text, 'hex');
}

function checksum(text: string): string {
  return toBase62(crc32(text), 6);
}

// Emails to an account holder about a key that was issued or reported. None contains a key.

type Issued = { key: Key; actor: Actor; publicUrl: string /** The key that it replaces. */; replaced?: Key };
type Fact = readonly [label: string, value: string];

export function issuedEmail({ email }: Account, { key, actor, publicUrl, replaced }: Issued): MailMessage {
  const { id, scopes, allowed_ips, created_at, expires_at } = key;
  const replaces: Fact[] = replaced
    ? [['Replaces', `${replaced.hint}, which expires ${momentOf(replaced.expires_at ?? created_at)}`]]
    : [];
  return composeMail({
    to: email,
    subject: 'New API key for your Hookline account',
    parts: [
      'A new API key was created for your account:',
      {
        facts: [
          ...describe(key),
          ['Scopes', scopes.length === keyScopes.length ? 'all' : scopes.join(', ')],
          ['Allowed addresses', allowed_ips?.join(', ') ?? 'any'],
          ['Expires', expires_at === null ? 'never' : momentOf(expires_at)],
          ...replaces,
          ['Created', `${momentOf(created_at)} ${creator(actor)}`],
        ],
      },
      'If you did not expect this, revoke the key and check who is signed in to your account:',
      {
        links: [
          { label: 'Revoke the key', url: `${publicUrl}/dashboard/keys?revoke=${id}` },
          { label: 'Your sessions', url: `${publicUrl}/dashboard/sessions` },
        ],
      },
    ],
  });
}

export function reportedEmail({ email }: Account, key: Key, at: string, publicUrl: string): MailMessage {
  return composeMail({
    to: email,
    subject: 'An API key of your Hookline account was revoked',
    parts: [
      'Somebody who has this API key of your account reported it as leaked, so it was revoked:',
      { facts: [...describe(key), ['Revoked', momentOf(at)]] },
      'Requests with it now fail with 401. Create another key, and keep it out of code and public files.',
      { button: 'Create a key', url: `${publicUrl}/dashboard/keys` },
      'See your usage for earlier calls with this key:',
      { links: [{ label: 'Your usage', url: `${publicUrl}/dashboard/usage` }] },
    ],
  });
}

/** Names may have line breaks. */
function describe({ name, hint }: Key): Fact[] {
  return [
    ['Name', name.replace(/\s+/g, ' ')],
    ['Key', hint],
  ];
}

function creator({ kind, address }: Actor): string {
  if (kind === 'operator') return 'by an operator of the service';
  return `by somebody signed in to your account${address === null ? '' : ` at ${address}`}`;
}

/** Returns a text like 2026-11-21 09:30 UTC. */
function momentOf(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

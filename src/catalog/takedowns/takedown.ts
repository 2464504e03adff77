// Takedown: the permanent removal of a hook's content, and the list of what imports may not bring back.

import { hash } from 'node:crypto';
import { z } from 'zod';
import { actorKinds } from '../../audit/actor.ts';
import { videoOfUrl } from '../../lib/video-url.ts';

/** Values that a takedown can block in addition to removing its hook. */
export const blockKinds = ['text', 'source_url', 'creator'] as const;
export type BlockKind = (typeof blockKinds)[number];

export const takedownInput = z.strictObject({
  reason: z
    .string('Give a `reason`, such as the number of the request.')
    .trim()
    .min(1, 'Give a `reason`, such as the number of the request.')
    .max(1000, '`reason` has at most 1,000 characters.')
    .meta({ description: 'For the audit log. Do not quote the hook: the reason is kept' }),
  blocks: z
    .array(z.enum(blockKinds, { error: `Blocks are ${blockKinds.join(', ')}.` }))
    .max(blockKinds.length)
    .optional()
    .meta({ description: 'What imports may not bring back. Default: everything that the hook has' }),
  all_by_creator: z
    .boolean('`all_by_creator` must be true or false.')
    .optional()
    .meta({ description: 'Takes down every hook of the creator on this platform. Default: only this hook' }),
});
export type TakedownInput = z.infer<typeof takedownInput>;

export const takedownSchema = z
  .object({
    id: z.string().meta({ description: '`tkd_` and 16 letters or digits' }),
    hook_id: z.string(),
    reason: z.string(),
    actor: z.enum(actorKinds),
    blocks: z.array(z.enum(blockKinds)).meta({ description: 'Empty once it is lifted' }),
    catalog_version: z.number().int().meta({ description: 'The version that removed the hook' }),
    created_at: z.iso.datetime(),
    purged_at: z.iso.datetime().nullable().meta({ description: 'When copies outside the catalog were removed' }),
    lifted_at: z.iso.datetime().nullable().meta({ description: 'When its blocks were lifted' }),
  })
  .meta({ id: 'Takedown', description: 'A hook that was taken down, and what imports may not bring back' });
export type Takedown = z.infer<typeof takedownSchema>;

// Hashes of blocked values. Only hashes are stored, so that the block list does not keep the removed content.

/** Parameters that describe how a link was shared, not its target. */
const tracking = /^(utm_\w+|fbclid|gclid|igsh|igshid|si|feature|_r|_t|is_from_webapp|sender_device|share_\w+|ref|t)$/;

/** Returns the same for every common form of a video's URL, and for the key of the video. */
export function canonicalUrl(given: string): string {
  const text = given.trim();
  const video = videoOfUrl(text);
  if (video !== undefined) return video;
  const url = URL.parse(text);
  if (!url) return text;
  const host = url.hostname.replace(/^(www|m|mobile)\./, '');
  const kept = [...url.searchParams].filter(([name]) => !tracking.test(name)).sort();
  return `${host}${url.pathname.replace(/\/+$/, '')}?${new URLSearchParams(kept)}`;
}

export function hashUrl(url: string): string {
  return hash('sha256', canonicalUrl(url));
}

/** Includes the platform, since the same name on two platforms may be two people. */
export function hashCreator(platform: string, creator: string): string {
  const name = creator.normalize('NFKC').trim().replace(/^@+/, '').toLowerCase();
  return hash('sha256', `${platform.toLowerCase()}\n${name}`);
}

// Block list in memory: finds the takedown that blocks an incoming hook. Loaded once per import.

type Hashes = { text_key: string | null; url_hash: string | null; creator_hash: string | null };
export type BlockRow = Hashes & { id: string; catalog_version: number };

type Candidate = {
  textKey: string;
  videoKey: string | null;
  platform: string | null;
  source_url: string | null;
  creator: string | null;
};

/** `takedown` is the id of the takedown, `kind` is the blocked value. */
export type Block = { takedown: string; kind: BlockKind };
export type BlockList = {
  /** Undefined if nothing is blocked. */
  find: ((hook: Candidate) => Block | undefined) | undefined;
  /** Catalog version of the newest takedown that blocks anything, or 0. */
  version: number;
};

const maxCreators = 10_000;

/** Kinds that no takedown blocks take no time. Hashes of creators are cached, since creators repeat in a file. */
export function createBlockList(rows: readonly BlockRow[]): BlockList {
  const idsOf = (column: keyof Hashes) =>
    new Map(rows.flatMap(({ [column]: value, id }) => (value === null ? [] : [[value, id] as const])));
  const [texts, urls, creators] = [idsOf('text_key'), idsOf('url_hash'), idsOf('creator_hash')];
  const byCreator = new Map<string, string | undefined>();

  function findCreator(platform: string, creator: string): string | undefined {
    const key = `${platform}\n${creator}`;
    if (byCreator.has(key)) return byCreator.get(key);
    if (byCreator.size >= maxCreators) byCreator.clear();
    const found = creators.get(hashCreator(platform, creator));
    byCreator.set(key, found);
    return found;
  }

  function find({ textKey, videoKey, platform, source_url, creator }: Candidate): Block | undefined {
    const text = texts.get(textKey);
    if (text !== undefined) return { takedown: text, kind: 'text' };
    const video = videoKey ?? source_url;
    const url = urls.size > 0 && video !== null ? urls.get(hashUrl(video)) : undefined;
    if (url !== undefined) return { takedown: url, kind: 'source_url' };
    const owner = creators.size > 0 && creator !== null ? findCreator(platform ?? 'Other', creator) : undefined;
    return owner === undefined ? undefined : { takedown: owner, kind: 'creator' };
  }

  return {
    find: rows.length > 0 ? find : undefined,
    version: rows.reduce((newest, { catalog_version }) => Math.max(newest, catalog_version), 0),
  };
}

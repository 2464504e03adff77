// Takedown: the removal of a hook's content for good, and the list of what imports may not bring back.

import { hash } from 'node:crypto';
import { z } from 'zod';
import { actorKinds } from '../../audit/actor.ts';
import { videoOfUrl } from '../../lib/video-url.ts';

/** What a takedown can block, besides removing its hook. */
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
    .meta({ description: 'What imports may not bring back. Default: all that the hook has' }),
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

// Hashes of what a takedown blocks. Only they are stored, so the block list does not keep what was taken down.

/** Parameters that say how a link was shared, not what it shows. */
const tracking = /^(utm_\w+|fbclid|gclid|igsh|igshid|si|feature|_r|_t|is_from_webapp|sender_device|share_\w+|ref|t)$/;

/** Equal for every common form of a video's URL, and for the key of the video. */
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

/** The same name on two platforms may be two people. */
export function hashCreator(platform: string, creator: string): string {
  const name = creator.normalize('NFKC').trim().replace(/^@+/, '').toLowerCase();
  return hash('sha256', `${platform.toLowerCase()}\n${name}`);
}

// Block list in memory: finds the takedown that forbids an incoming hook. Loaded once for each import.

type Hashes = { text_key: string | null; url_hash: string | null; creator_hash: string | null };
export type BlockRow = Hashes & { id: string; catalog_version: number };

type Candidate = {
  textKey: string;
  videoKey: string | null;
  platform: string | null;
  source_url: string | null;
  creator: string | null;
};

/** `takedown` is the id of the takedown, `kind` what it blocks. */
export type Block = { takedown: string; kind: BlockKind };
export type BlockList = {
  /** Undefined if nothing is blocked. */
  find: ((hook: Candidate) => Block | undefined) | undefined;
  /** Of the newest takedown that blocks anything, 0 without one. */
  version: number;
};

const maxCreators = 10_000;

/** Costs nothing for kinds that no takedown blocks. Creators repeat in a file, so their hashes are kept. */
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

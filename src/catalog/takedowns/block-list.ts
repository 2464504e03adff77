// Block list in memory: finds the takedown that forbids an incoming hook. Loaded once for each import.
import { hashCreator, hashUrl } from './block-hashes.ts';
import type { BlockKind } from './takedown.ts';

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

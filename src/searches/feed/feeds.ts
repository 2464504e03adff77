// Feeds: the token of every saved search in memory, with the account that its reads count for and what it selects.
import type { KeyCaller } from '../../accounts/caller.ts';
import { type KeyringRow, toCaller } from '../../auth/keys/keyring.ts';
import { hashToken, isToken } from '../../auth/link-token.ts';
import { createSecretIndex, type LoadSecrets, type SecretIndex } from '../../auth/secret-index.ts';
import type { FilterInput } from '../../catalog/search/filter-fields.ts';
import { defaultLimits, type Limits } from '../../config/limits.ts';

export type FeedSearch = { id: string; name: string; filters: FilterInput; updatedAt: Date };

/** Whoever reads a feed. Its `keyId` is the id of the search. */
export type FeedCaller = KeyCaller & { search: FeedSearch };

export type FeedRow = Pick<KeyringRow, 'hash' | 'accountId' | 'plan' | 'ownLimits' | 'suspended'> & {
  search: FeedSearch;
};

export type Feeds = Pick<SecretIndex<FeedCaller>, 'reload'> & {
  get: (token: string) => FeedCaller | undefined;
  find: (token: string, client: string) => Promise<FeedCaller | undefined> | undefined;
};

/** There are none until the first `reload`. */
export function createFeeds(
  load: LoadSecrets<FeedRow>,
  limits: Pick<Limits, 'unknownKeyLookupsPerMinute'> = defaultLimits,
): Feeds {
  const { get, find, reload } = createSecretIndex(load, toFeedCaller, Date.now, limits);
  return {
    get: (token) => (isToken(token) ? get(hashToken(token)) : undefined),
    find: (token, client) => (isToken(token) ? find(hashToken(token), client) : undefined),
    reload,
  };
}

function toFeedCaller({ hash, search, ...account }: FeedRow): FeedCaller {
  return { ...toCaller({ ...account, keyId: search.id, scopes: ['read'], allowedIps: null }), search };
}

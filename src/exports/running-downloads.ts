// Running downloads of this process: limited by link, by account and in all, since each holds a connection and an open file.
import type { Limits } from '../config/limits.ts';
import { fail } from '../lib/errors.ts';

export type DownloadLimits = Pick<Limits, 'downloadsPerLink' | 'downloadsPerAccount' | 'downloadsAtOnce'>;

export type RunningDownload = {
  /** Throws `rate_limited` if the account has too many. The account is known after the link was looked up. */
  addTo: (accountId: string) => void;
  end: () => void;
};

/** Throws `rate_limited` if too many run, of this export or in all. */
export type BeginDownload = (exportId: string) => RunningDownload;

const retryAfterSeconds = 5;

export function limitDownloads(limits: DownloadLimits): BeginDownload {
  const ofLink = new Map<string, number>();
  const ofAccount = new Map<string, number>();
  let all = 0;

  return (exportId) => {
    const { downloadsPerLink, downloadsPerAccount, downloadsAtOnce } = limits;
    if ((ofLink.get(exportId) ?? 0) >= downloadsPerLink) refuse(`This link has ${downloadsPerLink}`);
    if (all >= downloadsAtOnce) refuse(`The service has ${downloadsAtOnce}`);
    change(ofLink, exportId, 1);
    all += 1;
    let account: string | undefined;
    return {
      addTo(accountId) {
        if ((ofAccount.get(accountId) ?? 0) >= downloadsPerAccount) refuse(`This account has ${downloadsPerAccount}`);
        change(ofAccount, accountId, 1);
        account = accountId;
      },
      end() {
        change(ofLink, exportId, -1);
        if (account !== undefined) change(ofAccount, account, -1);
        all -= 1;
      },
    };
  };
}

function change(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function refuse(most: string): never {
  fail('rate_limited', `${most} downloads running, the most at once. Retry when one has finished.`, {
    retryAfterSeconds,
  });
}

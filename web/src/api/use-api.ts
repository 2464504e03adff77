// Data fetching in components: useApi for one response. Lists that are loaded page by page are read by use-pages.ts.
import useSWR, { type SWRResponse } from 'swr';
import { request } from './client.ts';

type Options = {
  refreshSeconds?: number;
  /** Fetched once: no revalidation on focus, reconnect or remount. */
  once?: boolean;
};

/** The response to GET `path`; null sends no request. */
export function useApi<T>(path: string | null, read?: undefined, options?: Options): SWRResponse<T>;
/** The result of `read`, cached under `key`, which lists everything it depends on; null sends no request. */
export function useApi<T>(
  key: readonly unknown[] | null,
  read: () => PromiseLike<T>,
  options?: Options,
): SWRResponse<T>;
export function useApi<T>(
  key: string | readonly unknown[] | null,
  read?: () => PromiseLike<T>,
  { refreshSeconds = 0, once = false }: Options = {},
): SWRResponse<T> {
  const fetcher = read ?? (() => request<T>('GET', key as string));
  return useSWR<T>(key, fetcher as () => Promise<T>, {
    refreshInterval: refreshSeconds * 1000,
    keepPreviousData: true,
    // After an error SWR stops its interval and gives up after three retries, so a page that refreshes retries at its interval.
    ...(refreshSeconds > 0 && {
      onErrorRetry: (_error, _key, _config, revalidate, options) =>
        void setTimeout(() => void revalidate(options), refreshSeconds * 1000),
    }),
    ...(once && { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false }),
  });
}

/** Data of the previous key is shown while the new key loads, but not after it failed. */
export function dataForKey<T extends { cacheKey: string }>(
  { data, error }: SWRResponse<T>,
  cacheKey: string,
): T | undefined {
  return error && data?.cacheKey !== cacheKey ? undefined : data;
}

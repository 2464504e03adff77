// useRetryFailed: repeats every failed request of the page, since requests that failed together usually succeed together.
import { useSWRConfig } from 'swr';

export function useRetryFailed(): () => void {
  const { cache, mutate } = useSWRConfig();
  return () => {
    for (const key of cache.keys()) if (cache.get(key)?.error) void mutate(key);
  };
}

// useRetryFailed: repeats every request of the page that failed, since what failed together usually works again together.
import { useSWRConfig } from 'swr';

export function useRetryFailed(): () => void {
  const { cache, mutate } = useSWRConfig();
  return () => {
    for (const key of cache.keys()) if (cache.get(key)?.error) void mutate(key);
  };
}

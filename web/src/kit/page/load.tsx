// Load: the three states of a request: loading, failed, loaded.
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';

type LoadProps<T> = {
  /** Result of useApi or usePages. */
  from: { data?: T; error?: unknown; mutate: () => unknown };
  /** Placeholder of the final size. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
};

export function Load<T>({ from: { data, error, mutate }, skeleton, children }: LoadProps<T>) {
  if (data !== undefined) return children(data);
  if (error) return <Problem error={error} onRetry={() => void mutate()} />;
  return skeleton;
}

// useDemo: a few hooks without an API key. When rate-limited, it waits until the limit resets and retries.
import { HooklineError } from '@hookline/sdk';
import { useEffect, useState } from 'react';
import type { ListedHook } from '../../api/catalog.ts';
import { requestBody } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import type { HookLabel } from '../hooks/hook-list.tsx';

export const demoFilters = ['niche', 'archetype', 'emotional_trigger', 'platform'] as const satisfies HookLabel[];
export const shownByDemo = 5;

export type DemoQuery = { q?: string } & Partial<Record<HookLabel, string[]>>;
export type DemoBody = {
  success: true;
  data: ListedHook[];
  count: number;
  total: number;
  timestamp: string;
  /** Whether the catalog contains sample data. */
  sample_data: boolean;
  /** Searches without one word that find something, if nothing else is found. */
  suggestions?: { without: string; q: string; total: number }[];
};
type DemoAnswer = { body: DemoBody; tookMs: number };

export function useDemo(query: DemoQuery) {
  const [waitUntil, setWaitUntil] = useState<number>();
  const read = async (): Promise<DemoAnswer> => {
    const startedAt = performance.now();
    const body = await requestBody<DemoBody>('/demo/hooks', query);
    return { body, tookMs: performance.now() - startedAt };
  };
  const answer = useApi(waitUntil === undefined ? ['demo', query] : null, read, { once: true });

  const { error } = answer;
  useEffect(() => {
    if (!(error instanceof HooklineError) || error.status !== 429) return;
    const until = error.resetsAt?.getTime() ?? Date.now() + 10_000;
    if (until > Date.now()) setWaitUntil(until);
  }, [error]);
  useEffect(() => {
    if (waitUntil === undefined) return;
    const timer = setTimeout(() => setWaitUntil(undefined), waitUntil - Date.now());
    return () => clearTimeout(timer);
  }, [waitUntil]);
  return { ...answer, waitUntil };
}

// useStatus: the public figures, read every 30 seconds, also while no answer comes. The API has them at GET /health/status.
import { useEffect } from 'react';
import type { Status } from '../../../../src/status/status.ts';
import { request } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';

const everySeconds = 30;

export type ReadStatus = Status & { readAt: number };

async function readStatus(): Promise<ReadStatus> {
  return { ...(await request<Status>('GET', '/health/status')), readAt: Date.now() };
}

export function useStatus() {
  const answer = useApi<ReadStatus>(['status'], readStatus, { refreshSeconds: everySeconds });
  const { error, mutate } = answer;
  // What reads on by itself stops at an error.
  useEffect(() => {
    if (!error) return;
    const timer = setInterval(() => void mutate(), everySeconds * 1000);
    return () => clearInterval(timer);
  }, [error, mutate]);
  return answer;
}

// useStatus: GET /health/status, polled every 30 seconds, also after errors.
import { request } from '../../api/client.ts';
import type { Status } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';

const pollSeconds = 30;

export type ReadStatus = Status & { readAt: number };

async function readStatus(): Promise<ReadStatus> {
  return { ...(await request<Status>('GET', '/health/status')), readAt: Date.now() };
}

export function useStatus() {
  return useApi<ReadStatus>(['status'], readStatus, { refreshSeconds: pollSeconds });
}

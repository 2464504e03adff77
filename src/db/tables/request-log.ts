// Row of the request log.

/** Accounts and keys may be deleted before it. */
export type RequestLogTable = {
  id: string;
  at: Date;
  /** First UTC day on which it may be deleted. */
  expires_on: string;
  account_id: string;
  key_id: string;
  /** As in the usage log: the route, prefixed by the method unless that is GET. */
  endpoint: string;
  method: string;
  path: string;
  via: 'mcp' | null;
  status: number;
  took_ms: number;
  bytes: number;
  /** Share of the calls like it that were logged in its second. */
  sample_rate: number;
  problem: Record<string, unknown> | null;
};

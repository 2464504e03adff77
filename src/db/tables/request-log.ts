// Row of the request log.

/** The account and the key may be deleted before the row. */
export type RequestLogTable = {
  id: string;
  at: Date;
  /** First UTC day on which the row may be deleted. */
  expires_on: string;
  account_id: string;
  key_id: string;
  /** Route as in the usage log, prefixed by the method unless it is GET. */
  endpoint: string;
  method: string;
  path: string;
  via: 'mcp' | null;
  status: number;
  took_ms: number;
  bytes: number;
  /** Share of similar calls in the same second that were logged. */
  sample_rate: number;
  problem: Record<string, unknown> | null;
};

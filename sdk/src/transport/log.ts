// Passes requests and their outcomes to the `logger` of the client.

/**
 * Argument of `logger`: one attempt of a request, after its response or its failure. It has no API key; the query of signed
 * download links is omitted.
 *
 * @example
 * ```ts
 * const logger = ({ method, url, attempt, durationMs, status, error }: LogEntry) =>
 *   console.log(method, url, status ?? error, `${Math.round(durationMs)} ms, attempt ${attempt}`);
 * const logged = createHookline({ logger });
 * await logged.meta();
 * ```
 */
export type LogEntry = {
  method: string;
  url: string;
  /** 1 for the first attempt, more for retries. */
  attempt: number;
  /** Milliseconds until the response was read; for downloads, until it began. */
  durationMs: number;
  /** Undefined if there was no response. */
  status?: number;
  requestId?: string;
  /** Error, if there was no response. */
  error?: unknown;
};

export type Logger = (entry: LogEntry) => void;

/** Sends a request and logs its response or its failure. */
export async function withLog<R extends { status: number; headers: Headers }>(
  logger: Logger | undefined,
  request: Pick<LogEntry, 'method' | 'url' | 'attempt'>,
  send: () => Promise<R>,
): Promise<R> {
  const startedAt = Date.now();
  const log = (outcome: Partial<LogEntry>) => logger?.({ ...request, durationMs: Date.now() - startedAt, ...outcome });
  const response = await send().catch((error) => {
    log({ error });
    throw error;
  });
  log({ status: response.status, requestId: response.headers.get('x-request-id') ?? undefined });
  return response;
}

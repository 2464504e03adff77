// Graceful shutdown of the HTTP server: clients are asked to reconnect elsewhere, then open connections are closed.
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time for clients and load balancers to reconnect to another process … */
const reconnectTimeoutMs = 5_000;
/** … unless only health checks have arrived for this long: then they all have. */
const quietMs = 2_000;
/** Time to finish responses after the server stopped listening. Interrupted downloads can be resumed. */
const drainTimeoutMs = 4_000;
const checkIntervalMs = 50;

/**
 * Adds `Connection: close` to every response while the server still listens, since requests arrive until load balancers notice that
 * this process is not ready. Idle connections stay open: a request may be on its way. Resolves when clients have left.
 */
export async function endKeepAlive(server: Server, countConnections: () => number): Promise<void> {
  const startedAt = performance.now();
  let lastRequestAt = startedAt;
  server.prependListener('request', ({ url = '' }, res) => {
    res.setHeader('connection', 'close');
    if (!url.startsWith('/health/')) lastRequestAt = performance.now();
  });
  const isOver = (now: number) => now - startedAt >= reconnectTimeoutMs || now - lastRequestAt >= quietMs;
  while (!isOver(performance.now()) && countConnections() > 0) await sleep(checkIntervalMs);
}

/** `close` stops listening and resolves when the last connection is closed. */
export async function drain(server: Server, close: () => Promise<void>): Promise<void> {
  // Node closes idle connections once, when it stops listening, and waits for the others until their keep-alive timeout.
  const closeIdle = setInterval(() => server.closeIdleConnections(), checkIntervalMs);
  const closeAll = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  try {
    await close();
  } finally {
    clearInterval(closeIdle);
    clearTimeout(closeAll);
  }
}

// Multi-core service: one process whose threads listen on the same port and share the catalog, or several processes where a port cannot be
// shared.
import { flushCompileCache } from 'node:module';
import type { Config } from '../config/config.ts';
import { canSharePort } from '../http/server/listeners/addresses.ts';
import { logTo } from '../telemetry/log.ts';
import type { HostContext } from './host.ts';
import type { WorkerConfig } from './process.ts';
import { createSharedParts } from './workers/shared.ts';
import { superviseWorkers } from './workers/supervisor.ts';
import { processWorkers, threadWorkers } from './workers/worker.ts';

/** Resolves when every thread or process serves requests. */
export async function startCluster(config: Config, host: HostContext, links: WorkerConfig['links']) {
  const observe = logTo(config.logLevel);
  const kind = (await canSharePort(config.host)) ? threadWorkers : processWorkers;
  const shared = createSharedParts(config, host, observe, kind.hasThreads);
  // The early write frees memory, as in process.ts.
  flushCompileCache();
  return superviseWorkers({ config, host, links, kind, shared, observe });
}

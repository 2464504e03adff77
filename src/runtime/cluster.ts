// Several cores: one process whose threads listen on the same port and share the catalog, or, where a port cannot be shared, several
// processes.
import { flushCompileCache } from 'node:module';
import type { Config } from '../config/config.ts';
import { canSharePort } from '../http/server/listeners/addresses.ts';
import { logTo } from '../telemetry/log.ts';
import type { HostContext } from './host.ts';
import { processMembers } from './members/process-member.ts';
import { createSharedParts } from './members/shared-parts.ts';
import { superviseMembers } from './members/supervisor.ts';
import { threadMembers } from './members/thread-member.ts';
import type { WorkerConfig } from './process.ts';

/** Resolves when every thread or process serves requests. */
export async function startCluster(config: Config, host: HostContext, links: WorkerConfig['links']) {
  const observe = logTo(config.logLevel);
  const kind = (await canSharePort(config.host)) ? threadMembers : processMembers;
  const shared = createSharedParts(config, host, observe, kind.hasThreads);
  // As in process.ts.
  flushCompileCache();
  return superviseMembers({ config, host, links, kind, shared, observe });
}

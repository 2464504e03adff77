// The service: a foundation, and on it one process or several. This is what `hookline serve` runs.

import type { Config } from '../config/config.ts';
import { type Observe, observeWith } from '../telemetry/events.ts';
import { logTo } from '../telemetry/log.ts';
import { prepareHost } from './host.ts';
import { startCluster } from './primary.ts';
import { type RunningProcess, startProcess } from './process.ts';

export type Service = RunningProcess & {
  operatorKey: string;
  /** Only from the first start, when the demo account was made. */
  demoKey: string | undefined;
  /** Where there are several processes: ends and starts one after the other, with what the files of the program are now. */
  restart?: () => Promise<void>;
};

/** Resolves when the service answers. Whatever was started is stopped again where a later step fails. */
export async function startService(config: Config, observe: Observe = () => {}): Promise<Service> {
  const foundation = await prepareHost(config, observeWith(logTo(config.logLevel), observe));
  const { ground, demoKey, isFirstStart } = foundation;
  const links = isFirstStart ? { hasDemo: demoKey !== undefined } : undefined;
  try {
    const running =
      config.processes > 1
        ? await startCluster(config, ground, links)
        : await startProcess(
            config,
            ground,
            { roles: config.roles, isSoleWorker: ground.isEmbedded, links },
            { observe },
          );
    return {
      ...running,
      operatorKey: ground.operatorKey,
      demoKey,
      close: async () => {
        await running.close();
        await foundation.close();
      },
    };
  } catch (error) {
    await foundation.close();
    throw error;
  }
}

// The service: prepares the host, then starts one process or several. This is what `hookline admin serve` runs.
import type { Config } from '../config/config.ts';
import { type Observe, observeWith } from '../telemetry/events.ts';
import { logTo } from '../telemetry/log.ts';
import { createStartSteps, prepareHost, stepGraceMs } from './host.ts';
import type { RunningProcess } from './process.ts';

export type Service = Omit<RunningProcess, 'handOver'> & {
  /** Set only on the first start, if a demo account was created. */
  demoKey: string | undefined;
  /** Replaces several threads or processes one by one, with the current program files. */
  restart?: () => Promise<void>;
};

/** Resolves when the service serves requests. If a step fails or `stopping` aborts, the steps before it are undone. */
export async function startService(
  config: Config,
  observe: Observe = () => {},
  stopping: AbortSignal = new AbortController().signal,
): Promise<Service> {
  const observeHost = observeWith(logTo(config.logLevel), observe);
  const step = createStartSteps(observeHost, stopping);
  const host = await prepareHost(config, { observe: observeHost, step, stopping });
  const { context, demoKey, isFirstStart } = host;
  const links = isFirstStart ? { hasDemo: demoKey !== undefined } : undefined;
  const start = async () => {
    // A supervisor serves no requests, so it does not load the modules for them: 25 MB.
    if (config.processes > 1) return (await import('./cluster.ts')).startCluster(config, context, links);
    const { startProcess } = await import('./process.ts');
    const workerConfig = { roles: config.roles, isSoleWorker: context.isEmbedded, links };
    return startProcess(config, context, workerConfig, { observe });
  };
  try {
    const running = await step('the catalog and the background jobs', start(), stepGraceMs);
    return {
      ...running,
      demoKey,
      close: async () => {
        await running.close();
        await host.close();
      },
    };
  } catch (error) {
    await host.close();
    throw error;
  }
}

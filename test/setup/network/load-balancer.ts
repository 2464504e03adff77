// A minimal load balancer: round robin over the targets that report ready, without retries.
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LoadBalancer = {
  url: string;
  /** Resolves when its health checks see exactly `count` ready targets. */
  ready: (count: number) => Promise<void>;
  close: () => Promise<void>;
};

const checkEveryMs = 50;

export async function startLoadBalancer(targets: readonly string[]): Promise<LoadBalancer> {
  // This side closes idle connections first, long before the service would.
  const agent = new Agent({ keepAlive: true, timeout: 500 });
  const isReady = new Map(targets.map((target) => [target, false]));
  const waiting = new Set<() => void>();
  let turn = 0;

  async function check(target: string): Promise<void> {
    const response = await fetch(`${target}/health/ready`).catch(() => undefined);
    isReady.set(target, response?.ok ?? false);
    for (const recheck of [...waiting]) recheck();
  }

  const server: Server = createServer((incoming, outgoing) => {
    const ready = targets.filter((target) => isReady.get(target));
    turn += 1;
    const { method, url, headers } = incoming;
    const passed = request(`${ready[turn % ready.length]}${url}`, { agent, method, headers }, (answer) => {
      const { connection: _, 'keep-alive': __, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing);
    });
    passed.on('error', (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end(error.message);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await Promise.all(targets.map(check));
  const timer = setInterval(() => targets.map(check), checkEveryMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: (count) =>
      new Promise((resolve) => {
        const recheck = () => {
          if ([...isReady.values()].filter(Boolean).length !== count) return;
          waiting.delete(recheck);
          resolve();
        };
        waiting.add(recheck);
        recheck();
      }),
    close: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

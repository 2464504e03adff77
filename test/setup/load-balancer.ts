// A load balancer as simple as they come: requests in turn to those that say they are ready, no request tried twice.
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LoadBalancer = {
  url: string;
  /** Resolves when so many of its targets are ready, as it sees them. */
  ready: (count: number) => Promise<void>;
  close: () => Promise<void>;
};

const lookEveryMs = 50;

export async function startLoadBalancer(targets: readonly string[]): Promise<LoadBalancer> {
  // An idle connection is closed by this side first, long before a service would.
  const agent = new Agent({ keepAlive: true, timeout: 500 });
  const isReady = new Map(targets.map((target) => [target, false]));
  const waiting = new Set<() => void>();
  let turn = 0;

  async function look(target: string): Promise<void> {
    const answered = await fetch(`${target}/health/ready`).catch(() => undefined);
    isReady.set(target, answered?.ok ?? false);
    for (const tell of [...waiting]) tell();
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
  await Promise.all(targets.map(look));
  const timer = setInterval(() => targets.map(look), lookEveryMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: (count) =>
      new Promise((resolve) => {
        const tell = () => {
          if ([...isReady.values()].filter(Boolean).length !== count) return;
          waiting.delete(tell);
          resolve();
        };
        waiting.add(tell);
        tell();
      }),
    close: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// A TCP proxy in front of the test server that simulates database outages.
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';

/** `refuse` closes open connections and refuses new ones; `black-hole` accepts new ones, keeps open ones and forwards nothing. */
type ProxyMode = 'pass' | 'refuse' | 'black-hole';

export type DatabaseProxy = {
  /** Connection string of the same database through the proxy. */
  url: string;
  setMode: (mode: ProxyMode) => Promise<void>;
  /** From now on, open connections forward nothing and are never closed; new ones pass. */
  halfOpen: () => void;
  close: () => Promise<void>;
};

type Pair = { near: Socket; far: Socket };

/** `url` names a host or the directory of a Unix socket. */
export async function databaseProxy(url: string): Promise<DatabaseProxy> {
  const [, user, host = '', port = '5432', database] = /^\w+:\/\/([^@]*)@([^:/]*)(?::(\d+))?\/([^?]*)/.exec(url) ?? [];
  const directory = new URLSearchParams(url.split('?')[1]).get('host');
  const open = () => (directory ? connectTo(`${directory}/.s.PGSQL.${port}`) : connectTo(Number(port), host));
  const pairs = new Set<Pair>();
  /** Sockets accepted in `black-hole` mode. */
  const silent = new Set<Socket>();
  let mode: ProxyMode = 'pass';

  const server = createServer((near) => {
    near.on('error', () => {});
    if (mode === 'black-hole') return void silent.add(near.on('close', () => silent.delete(near)));
    const far = open();
    const pair = { near, far };
    pairs.add(pair);
    near.pipe(far).pipe(near);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  });

  async function listen(at: number): Promise<number> {
    await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  async function stopListening(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const { near } of pairs) near.resetAndDestroy();
    for (const near of silent) near.resetAndDestroy();
    await closed;
  }

  function mute({ near, far }: Pair): void {
    near.unpipe();
    far.unpipe();
    for (const socket of [near, far]) socket.resume();
  }

  const at = await listen(0);
  return {
    url: `postgres://${user}@127.0.0.1:${at}/${database}`,
    setMode: async (next) => {
      if (mode === 'refuse') await listen(at);
      mode = next;
      if (next === 'refuse') await stopListening();
      if (next === 'black-hole') for (const pair of pairs) mute(pair);
    },
    halfOpen: () => {
      for (const pair of pairs) mute(pair);
    },
    close: async () => {
      if (mode !== 'refuse') await stopListening();
    },
  };
}

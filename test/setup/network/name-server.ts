// A DNS server on loopback. It responds for its known names, and leaves all others without a response.
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

export type NameServer = {
  address: string;
  /** Names without a response so far, each once. */
  waiting: Set<string>;
  /** From now on, unknown names do not exist, including pending ones. */
  denyUnknown: () => void;
  close: () => Promise<void>;
};

type NameServerOptions = {
  /** Delay of every response. */
  delayMs?: number;
  address?: string;
  /** Default: a free port. */
  port?: number;
};

/** `known` has the addresses of each name, IPv4 or in the long form of IPv6. */
export async function startNameServer(
  known: Readonly<Record<string, readonly string[]>>,
  { delayMs = 0, address: host = '127.0.0.1', port: wanted = 0 }: NameServerOptions = {},
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const waiting = new Set<string>();
  const queries: [Buffer, RemoteInfo][] = [];
  let isDenying = false;

  function answer(query: Buffer, { port, address }: RemoteInfo): void {
    const { name, type } = readQuestion(query);
    const addresses = known[name];
    if (!addresses && !isDenying) {
      waiting.add(name);
      queries.push([query, { port, address } as RemoteInfo]);
      return;
    }
    const response = toResponse(
      query,
      addresses?.filter((each) => isIPv4(each) === (type === 1)),
    );
    setTimeout(() => socket.send(response, port, address, () => {}), delayMs);
  }

  socket.on('message', answer);
  socket.bind(wanted, host);
  await once(socket, 'listening');
  return {
    address: `${host}:${socket.address().port}`,
    waiting,
    denyUnknown: () => {
      isDenying = true;
      for (const query of queries) answer(...query);
    },
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1) };
}

/** The format is in RFC 1035, section 4. Without addresses, the response is NXDOMAIN. */
function toResponse(query: Buffer, addresses: readonly string[] | undefined): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const header = Buffer.from(query.subarray(0, end));
  header.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(addresses?.length ?? 0, 6);
  header.writeUInt32BE(0, 8);
  const records = (addresses ?? []).map((address) => {
    const data = isIPv4(address)
      ? address.split('.').map(Number)
      : [...Buffer.from(address.replaceAll(':', ''), 'hex')];
    return Buffer.from([0xc0, 12, 0, isIPv4(address) ? 1 : 28, 0, 1, 0, 0, 0, 1, 0, data.length, ...data]);
  });
  return Buffer.concat([header, ...records]);
}

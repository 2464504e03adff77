// Opens the attackers' sockets from many loopback addresses and counts how they end.
import { connect, type Socket } from 'node:net';

/** Figures of an attack, from the attacker's side. */
export type AttackReport = {
  /** Connections opened. */
  opened: number;
  /** Connections closed or refused by the service. */
  closed: number;
  /** Seconds that the longest-lived connection was open. */
  longest: number;
  /** Responses read, by status code. */
  statuses: Record<string, number>;
  /** Megabytes sent. */
  sent: number;
};

export type Target = { host: string; port: number };

export type Sockets = ReturnType<typeof createSockets>;

/** One source address has 28,000 ports, and the port of a closed connection stays in use for a minute. */
const sourceAddresses = 64;
const statusLine = /HTTP\/1\.1 (\d{3})/g;

export function createSockets({ host, port }: Target) {
  const live = new Map<Socket, number>();
  const statuses: Record<string, number> = {};
  const report: AttackReport = { opened: 0, closed: 0, longest: 0, statuses, sent: 0 };
  let isClosing = false;

  function end(socket: Socket): void {
    const openedAt = live.get(socket);
    if (openedAt === undefined) return;
    live.delete(socket);
    if (isClosing) return;
    report.sent += socket.bytesWritten / 1e6;
    report.closed += 1;
    report.longest = Math.max(report.longest, (performance.now() - openedAt) / 1000);
  }

  return {
    /** Calls `use` when connected. Counts responses unless `isReading` is false. */
    open(use: (socket: Socket) => void, isReading = true): Socket {
      const localAddress = `127.0.0.${2 + (report.opened % sourceAddresses)}`;
      const socket = connect({ host, port, localAddress });
      report.opened += 1;
      live.set(socket, performance.now());
      socket.once('connect', () => use(socket));
      if (isReading)
        socket.on('data', (chunk) => {
          for (const [, status = ''] of chunk.toString('latin1').matchAll(statusLine))
            statuses[status] = (statuses[status] ?? 0) + 1;
        });
      socket.on('error', () => {});
      socket.once('close', () => end(socket));
      return socket;
    },
    live,
    close(): AttackReport {
      isClosing = true;
      const now = performance.now();
      for (const [socket, openedAt] of live) {
        report.longest = Math.max(report.longest, (now - openedAt) / 1000);
        report.sent += socket.bytesWritten / 1e6;
        socket.destroy();
      }
      return report;
    },
  };
}

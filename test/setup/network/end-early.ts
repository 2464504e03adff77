// A client that disconnects in the middle of a request or of its response.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type EarlyEnd = {
  /** Ends the connection. */
  end: (socket: Socket) => void;
  /** Whether the connection ends at the first bytes of the response, rather than at once. */
  isAnswered?: boolean | undefined;
};

/** Sends the bytes. Resolves when the connection is closed. */
export async function endEarly(port: number, bytes: string, { end, isAnswered = false }: EarlyEnd): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.on('end', () => socket.end());
  if (isAnswered) socket.once('data', () => end(socket));
  else socket.resume();
  socket.write(bytes, () => !isAnswered && end(socket));
  await closed;
}

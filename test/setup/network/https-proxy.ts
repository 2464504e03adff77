// Terminates TLS in front of a service, as a reverse proxy does, with the self-signed certificate.
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { createServer } from 'node:tls';
import { selfSigned } from '../self-signed.ts';

export type HttpsProxy = { url: string /** For the PORT of the service. */; targetPort: number; close: () => void };

export async function startHttpsProxy(): Promise<HttpsProxy> {
  const targetPort = await freePort();
  const server = createServer({ ...selfSigned, ALPNProtocols: ['http/1.1'] }, (client) => {
    const target = connect(targetPort, '127.0.0.1');
    client.on('error', () => target.destroy());
    target.on('error', () => client.destroy());
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}`, targetPort, close: () => server.close() };
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

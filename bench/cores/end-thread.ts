// Ends one serving thread of a running service without its help: a process by a signal, a thread through Node's inspector.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { familyOf } from '../processes.ts';

/** A service whose serving threads are processes has children; `inspectorPort` is for one whose are not. */
export async function endOneThread(pid: number, inspectorPort: number): Promise<void> {
  const children = familyOf([pid]).filter(({ parent }) => parent === pid);
  const [last] = children.slice(-1);
  if (last) process.kill(last.pid, 'SIGKILL');
  else await exitInThread(pid, inspectorPort);
}

type Message = { id?: number; method?: string; params?: { sessionId: string; workerInfo: { url: string } } };

/** Serving threads run a module of this folder; others build, import or deliver. */
const servingModule = /\/src\/runtime\//;

/** `process.exit` ends the thread that calls it, in the middle of its requests. */
async function exitInThread(pid: number, port: number): Promise<void> {
  // Opens the inspector.
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await debuggerUrl(port));
  await once(socket, 'open');
  const serving: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { method, params }: Message = JSON.parse(String(data));
    if (method === 'NodeWorker.attachedToWorker' && params && servingModule.test(params.workerInfo.url))
      serving.push(params.sessionId);
  });
  const send = (method: string, params: object) => socket.send(JSON.stringify({ id: 1, method, params }));
  send('NodeWorker.enable', { waitForDebuggerOnStart: false });
  for (let waited = 0; serving.length === 0 && waited < 50; waited++) await pause(100);
  // The first may have the background work too.
  const sessionId = serving.at(-1);
  if (sessionId === undefined) throw new Error('The service has no serving threads.');
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'process.exit(1)' } });
  send('NodeWorker.sendMessageToWorker', { sessionId, message });
  await pause(100);
  socket.close();
}

async function debuggerUrl(port: number): Promise<string> {
  for (let waited = 0; ; waited++) {
    try {
      const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string;
      }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (waited === 50) throw error;
    }
    await pause(100);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

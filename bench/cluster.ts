// A server in this process, or in as many workers as are asked for, that says where it listens once all of them do.
import cluster from 'node:cluster';

/** `listen` resolves to the port, which is any that is free: workers of one cluster get the same. */
export async function serve(processes: number, listen: () => Promise<number>): Promise<void> {
  if (processes === 1 || cluster.isWorker) {
    const port = await listen();
    if (cluster.isPrimary) announce(port);
    return;
  }
  let listening = 0;
  cluster.on('listening', (_worker, { port }) => {
    listening++;
    if (listening === processes) announce(port);
  });
  process.once('SIGTERM', () => {
    // They may be too busy to notice anything gentler.
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    process.exit();
  });
  for (let n = 0; n < processes; n++) cluster.fork();
}

function announce(port: number): void {
  console.log(`listening on http://127.0.0.1:${port} `);
}

/** What stands in the greeting of such a process when it is ready. */
export const listening = /listening on (http\S+) /;

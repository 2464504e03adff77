// Runs a server in this process or in several workers and prints its URL when all of them listen.
import cluster from 'node:cluster';

/** `listen` resolves to the port. It may be any free one: the workers of a cluster share it. */
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
    // Workers under full load may not handle SIGTERM.
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    process.exit();
  });
  for (let n = 0; n < processes; n++) cluster.fork();
}

function announce(port: number): void {
  console.log(`listening on http://127.0.0.1:${port} `);
}

/** Matches the line that such a process prints when it is ready. */
export const listening = /listening on (http\S+) /;

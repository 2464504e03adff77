// Runs one server in this process, or in as many workers as are asked for, and says when all of them listen.
import cluster from 'node:cluster';

/** `listen` resolves when its server accepts connections on that port. */
export async function serve(listen: (port: number) => Promise<unknown>): Promise<void> {
  const port = Number(process.env.PEER_PORT);
  const processes = Number(process.env.PEER_PROCESSES);
  if (processes > 1 && cluster.isPrimary) {
    let listening = 0;
    cluster.on('listening', () => {
      listening++;
      if (listening === processes) console.log('ready');
    });
    for (let n = 0; n < processes; n++) cluster.fork();
    return;
  }
  await listen(port);
  if (cluster.isPrimary) console.log('ready');
}

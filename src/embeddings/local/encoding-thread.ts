// Thread that embeds texts of jobs with the included model.
import { runTasks } from '../../lib/threads/warm-threads.ts';
import { embedLocally } from './local-embedder.ts';

runTasks<readonly string[]>('encoding', async (texts, port) => port.postMessage(embedLocally(texts)));

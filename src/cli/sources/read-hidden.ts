// Reads a value from standard input: all of it if it is piped, else a line that is not shown while it is typed.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** Returns the trimmed value; empty if nothing is entered. */
export async function readHidden(
  prompt: string,
  { input = process.stdin, output = process.stderr }: { input?: Input; output?: NodeJS.WritableStream } = {},
): Promise<string> {
  if (!input.isTTY) {
    const chunks: Buffer[] = [];
    for await (const chunk of input) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString().trim();
  }
  // With `terminal`, readline turns off the echo of the terminal and writes each character to its output, which drops it.
  const dropped = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: dropped, terminal: true });
  // The prompt is written last, so that text typed as soon as it appears stays hidden.
  output.write(prompt);
  const canceled = new AbortController();
  // Ctrl-C and Ctrl-D.
  lines.once('SIGINT', () => lines.close());
  lines.once('close', () => canceled.abort());
  try {
    return (await lines.question('', { signal: canceled.signal })).trim();
  } catch {
    return '';
  } finally {
    lines.close();
    output.write('\n');
  }
}

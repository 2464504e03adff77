// Questions on the terminal: yes or no, and text that is not shown.
import { createInterface } from 'node:readline/promises';
import { addAbortSignal } from 'node:stream';
import { UsageError } from './output.ts';

export const isInteractive = () => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Throws unless it is confirmed, by --yes or on the terminal. `what` is the effect of the command: "This overwrites hooks.csv." */
export async function confirm(what: string, { yes, signal }: { yes?: boolean; signal: AbortSignal }): Promise<void> {
  if (yes) return;
  if (!isInteractive()) throw new UsageError(`${what} Confirm with --yes.`);
  const answer = await askText(`${what} Continue? [y/N] `, signal);
  if (!/^y(es)?$/i.test(answer)) throw new Error('Nothing was changed.');
}

/** Rejects with AbortError on Ctrl-C. */
export async function askText(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question, { signal })).trim();
  } catch (error) {
    // Later output, such as the prompt of the shell, must begin a line.
    process.stderr.write('\n');
    throw error;
  } finally {
    lines.close();
  }
}

/** Reads a line without echo from the terminal, or all of a pipe. */
export async function readHidden(question: string, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return readPipe(signal);
  stdin.setEncoding('utf8');
  // Raw mode is set before the question, so that nothing typed or pasted as soon as it shows is shown.
  stdin.setRawMode(true);
  stderr.write(question);
  try {
    return await new Promise((resolve, reject) => {
      let text = '';
      stdin.on('data', (chunk) => {
        for (const character of String(chunk)) {
          // Enter, or Ctrl-D. Raw mode sends no signal for Ctrl-C.
          if (character === '\r' || character === '\n' || character === '\u0004') return resolve(text.trim());
          if (character === '\u0003') return reject(new DOMException('Nothing was changed.', 'AbortError'));
          text = character === '\u007f' ? text.slice(0, -1) : text + character;
        }
      });
      // Another question may have paused it.
      stdin.resume();
    });
  } finally {
    stdin.removeAllListeners('data');
    stdin.pause();
    stdin.setRawMode(false);
    stderr.write('\n');
  }
}

export async function readPipe(signal: AbortSignal): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of addAbortSignal(signal, process.stdin)) text += chunk;
  return text.trim();
}

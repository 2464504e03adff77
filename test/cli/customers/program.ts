// The command `hookline`: in a thread that runs many command lines, or as a process where signals or a terminal matter.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { onLaneEnd } from '../../setup/lane-state.ts';

const main = join(import.meta.dirname, '../../../cli/src/main.ts');
/** `script` gives a program a terminal. */
export const noTerminal = !existsSync('/usr/bin/script') && 'needs script of util-linux';

type Env = Record<string, string>;
export type CommandLine = { args: readonly string[]; env: Record<string, string | undefined>; input: string };
export type Run = { code: number | null; stdout: string; stderr: string };
type Settings = { env?: Env; input?: string };

export type Program = {
  /** The program's home, and the working directory of this process from now on. */
  directory: string;
  run: (args: readonly string[], settings?: Settings) => Promise<Run>;
  /** Returns one record for each line that it prints. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the records
  records: (args: readonly string[], settings?: Settings) => Promise<any[]>;
  /** Starts a process without a terminal and leaves it running. */
  start: (args: readonly string[], env?: Env) => Started;
  /** Runs a process on a terminal of 100 columns; `keys` are typed after the text `after` appears. */
  onTerminal: (
    args: readonly string[],
    keys?: readonly (readonly [after: string, keys: string])[],
    env?: Env,
  ) => Promise<Run>;
  close: () => Promise<void>;
};
type Started = {
  child: ChildProcess;
  /** Resolves when it has printed this many lines. */
  lines: (count: number) => Promise<string[]>;
  exit: Promise<Run>;
};

let thread: Worker | undefined;

function openThread(): Worker {
  if (thread) return thread;
  const opened = new Worker(join(import.meta.dirname, 'command-thread.ts'));
  onLaneEnd(async () => void (await opened.terminate()));
  thread = opened;
  return opened;
}

export async function openProgram(): Promise<Program> {
  const directory = await mkdtemp(join(tmpdir(), 'hookline-cli-'));
  process.chdir(directory);
  // Settings of the developer must not leak into the tests.
  const { HOOKLINE_KEY, HOOKLINE_URL, HOOKLINE_PROFILE, HOOKLINE_WEBHOOK_SECRET, ...inherited } = process.env;
  const home = { ...inherited, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config') };

  const run: Program['run'] = async (args, { env, input = '' } = {}) => {
    const opened = openThread();
    opened.postMessage({ args, env: { ...home, ...env }, input } satisfies CommandLine);
    const [answer] = await once(opened, 'message');
    return answer;
  };
  return {
    directory,
    run,
    records: async (args, settings) => {
      const { code, stdout, stderr } = await run(args, settings);
      assert.equal(code, 0, stderr);
      const lines = stdout.split('\n').filter(Boolean);
      return lines.map((line) => JSON.parse(line));
    },
    start: (args, env) => {
      const child = spawn(process.execPath, [main, ...args], { env: { ...home, ...env } });
      child.stdin.end();
      return observe(child);
    },
    onTerminal: (args, keys = [], env = {}) => {
      const words = [process.execPath, main, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      const child = spawn('script', ['-qefc', `stty cols 100 rows 40; exec ${words}`, '/dev/null'], {
        env: { ...home, TERM: 'xterm', ...env },
      });
      const waiting = [...keys];
      let seen = '';
      child.stdout.on('data', (chunk) => {
        seen += chunk;
        const [next] = waiting;
        if (!next || !seen.includes(next[0])) return;
        waiting.shift();
        seen = '';
        child.stdin.write(next[1]);
      });
      return observe(child).exit;
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

function observe(child: ChildProcess): Started {
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
    for (const check of waiting) check();
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const exit = new Promise<Run>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    exit,
    lines: (count) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const lines = stdout.split('\n').slice(0, -1);
          if (lines.length < count) return;
          waiting.delete(check);
          resolve(lines);
        };
        waiting.add(check);
        check();
        void exit.then(() => reject(new Error(`It ended before ${count} lines:\n${stdout}\n${stderr}`)));
      }),
  };
}

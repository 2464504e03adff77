// The built program of cli/: run with pipes or on a terminal, with a home directory of its own.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
/** Gives a program a terminal. */
export const noTerminal = !existsSync('/usr/bin/script') && 'needs script of util-linux';

type Run = { code: number | null; stdout: string; stderr: string };
type Settings = { env?: Record<string, string>; input?: string };

export type Program = {
  file: string;
  /** Its working directory, and its home. */
  directory: string;
  run: (args: readonly string[], settings?: Settings) => Promise<Run>;
  /** Its records, one for each line that it prints. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the records
  records: (args: readonly string[], settings?: Settings) => Promise<any[]>;
  /** On a terminal of 100 columns; `keys` are typed after the text that is waited for. */
  onTerminal: (
    args: readonly string[],
    keys?: readonly (readonly [after: string, keys: string])[],
    env?: Record<string, string>,
  ) => Promise<Run>;
  /** Left running. */
  start: (args: readonly string[], env?: Record<string, string>) => Started;
  close: () => Promise<void>;
};
type Started = {
  child: ChildProcess;
  /** Resolves when it has printed as many lines. */
  lines: (count: number) => Promise<string[]>;
  exit: Promise<Run>;
};

export async function buildProgram(): Promise<Program> {
  const directory = await mkdtemp(join(tmpdir(), 'hookline-cli-'));
  const dist = join(directory, 'dist');
  const vite = join(root, 'node_modules/.bin/vite');
  await promisify(execFile)(vite, ['build', '--outDir', dist, '--logLevel', 'error'], { cwd: join(root, 'cli') });
  const file = join(dist, 'hookline.js');
  // Of which Node reads the kind of module.
  cpSync(join(root, 'cli/package.json'), join(directory, 'package.json'));
  // Nothing of who runs the tests.
  const { HOOKLINE_KEY, HOOKLINE_URL, HOOKLINE_PROFILE, HOOKLINE_WEBHOOK_SECRET, ...inherited } = process.env;
  const environment = (env = {}) => ({
    ...inherited,
    HOME: directory,
    XDG_CONFIG_HOME: join(directory, 'config'),
    ...env,
  });

  function start(args: readonly string[], env?: Record<string, string>, input?: string): Started {
    const child = spawn(process.execPath, [file, ...args], { cwd: directory, env: environment(env) });
    child.stdin.end(input);
    return observe(child);
  }

  const run: Program['run'] = (args, { env, input } = {}) => start(args, env, input).exit;
  return {
    file,
    directory,
    run,
    records: async (args, settings) => {
      const { code, stdout, stderr } = await run(args, settings);
      assert.equal(code, 0, stderr);
      return stdout
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    onTerminal: (args, keys = [], env) => {
      const words = [process.execPath, file, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      const child = spawn('script', ['-qefc', `stty cols 100 rows 40; exec ${words}`, '/dev/null'], {
        cwd: directory,
        env: environment({ TERM: 'xterm', ...env }),
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
    start: (args, env) => start(args, env),
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

function observe(child: ReturnType<typeof spawn>): Started {
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

/** Whether a shell is there. */
export function hasShell(name: string): boolean {
  try {
    execFileSync(name, ['-c', 'true']);
    return true;
  } catch {
    return false;
  }
}

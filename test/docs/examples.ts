// Runs the programs of a guide, and finds the output that the guide shows.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { format, promisify } from 'node:util';
import { lexer, type Token, type Tokens } from 'marked';
import { isEndurance } from '../setup/lane-state.ts';

export type Program = Pick<Tokens.Code, 'lang' | 'text'>;
/** A program in one or more languages, and the block after it with the output of each. */
type Step = { programs: readonly Program[]; expected: Program };
type Language = { name: string; extension: string; command: string; args: readonly string[]; check: readonly string[] };

/** Runs in this process. `npm run test:endurance` runs the other languages. */
const typeScript = 'ts';
const languages: Readonly<Record<string, Language>> = {
  sh: { name: 'shell', extension: 'sh', command: 'bash', args: [], check: ['-c', 'command -v curl jq'] },
  [typeScript]: { name: 'TypeScript', extension: 'mts', command: process.execPath, args: [], check: ['--version'] },
  python: { name: 'Python', extension: 'py', command: 'python3', args: [], check: [] },
  go: { name: 'Go', extension: 'go', command: 'go', args: ['run'], check: ['version'] },
  php: { name: 'PHP', extension: 'php', command: 'php', args: [], check: ['--version'] },
};

const read = (page: string) => readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8');

/** Returns the first block of each language. */
export function readBlocks(page: string, ...wanted: string[]): (string | undefined)[] {
  const blocks = lexer(read(page)).filter(isCode);
  return wanted.map((lang) => blocks.find((block) => block.lang === lang)?.text);
}

export function readSteps(page: string): Step[] {
  const text = read(page);
  const steps: Step[] = [];
  let programs: Program[] = [];
  for (const token of lexer(text)) {
    if (!isCode(token)) {
      // Programs of one step are adjacent; there may be prose between them and the output.
      if (token.type === 'heading') programs = [];
    } else if (languages[token.lang ?? '']) {
      const repeats = programs.some(({ lang }) => lang === token.lang);
      programs = repeats ? [token] : [...programs, token];
    } else {
      if (programs.length > 0) steps.push({ programs, expected: token });
      programs = [];
    }
  }
  return steps;
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code';

/** Output of programs by command; undefined where they failed. */
const printed = new Map<string, string | undefined>();

function outputOf(command: string, args: readonly string[]): string | undefined {
  const key = `${command} ${args.join(' ')}`;
  if (!printed.has(key)) {
    const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
    printed.set(key, status === 0 ? stdout.trim() : undefined);
  }
  return printed.get(key);
}

/** Returns the program that runs a language, or undefined if it or a package is missing. */
function find({ command, check }: Language, packages: string): string | undefined {
  // The shim of a version manager takes longer to start than the program.
  if (command !== 'python3') return outputOf(command, check) === undefined ? undefined : command;
  const python = outputOf(command, ['-c', 'import sys; print(sys.executable)']);
  if (!python || !packages) return python;
  return outputOf(python, ['-c', `import ${packages.split(' ').join()}`]) === undefined ? undefined : python;
}

const packagesOf = (text: string) => /pip install (.+)/.exec(text)?.[1] ?? '';

/** Returns why a program cannot run here: its interpreter or a package that it installs is missing. Returns false if it can. */
export function missing({ lang = '', text }: Program): string | false {
  const language = languages[lang];
  if (!language) return `no runner for ${lang}`;
  if (!['sh', typeScript].includes(lang) && !isEndurance) return `${language.name} needs npm run test:endurance`;
  return !find(language, packagesOf(text)) && `${language.name} or a package of it is not installed`;
}

let programs = 0;

/** A separate process would load all of Node for it. */
async function printedHere(file: string, env: Record<string, string>): Promise<string> {
  Object.assign(process.env, env);
  const log = mock.method(console, 'log', () => {});
  await import(pathToFileURL(file).href).finally(() => log.mock.restore());
  return log.mock.calls.map((call) => format(...call.arguments)).join('\n');
}

/** Runs a program against the service and returns its output. */
export async function runProgram(
  { lang = '', text }: Program,
  { url, env, directory }: { url: string; env: Record<string, string>; directory: string },
): Promise<string> {
  const language = languages[lang];
  if (!language) throw new Error(`No runner for ${lang}`);
  const file = join(directory, `program-${++programs}.${language.extension}`);
  await writeFile(file, text.replaceAll('http://127.0.0.1:8787', url));
  if (lang === typeScript) return printedHere(file, env);
  const { stdout } = await promisify(execFile)(find(language, packagesOf(text)) ?? '', [...language.args, file], {
    timeout: 60_000,
    cwd: directory,
    env: {
      ...process.env,
      GOCACHE: join(tmpdir(), 'hookline-go-cache'),
      GOFLAGS: '-mod=mod',
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      ...env,
    },
  });
  return stdout.trimEnd();
}

// hookline help, docs/cli.md, which repeats it, completion, and the package.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commands } from '../../../cli/src/commands.ts';
import { commandHelp, overview } from '../../../cli/src/help.ts';
import { parseOptions } from '../../../cli/src/options.ts';
import { version } from '../../../cli/src/version.ts';
import { buildProgram, hasShell, type Program } from './program.ts';

const root = join(import.meta.dirname, '../../..');
const main = join(root, 'bin/hookline.js');
let program: Program;

before(async () => {
  program = await buildProgram();
});

after(() => program?.close());

/** Words of a line of a shell, up to a pipe or a redirection. */
const wordsOf = (line: string) =>
  [...(line.split(/ [|<>] /)[0] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

test('every command has help with an example whose options exist', async () => {
  const { stdout } = await program.run(['help']);
  assert.equal(stdout, `${overview()}\n`);
  for (const [name, command] of commands) {
    assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
    assert.ok(command.examples.length > 0, name);
    for (const example of command.examples) {
      const [first, ...args] = wordsOf(example);
      assert.equal(first, name);
      parseOptions(command, args);
    }
  }
  const help = commandHelp('export', commands.get('export') ?? assert.fail());
  for (const args of [
    ['help', 'export'],
    ['export', '--help'],
    ['export', '-h'],
  ])
    assert.equal((await program.run(args)).stdout, `${help}\n`);
});

test('docs/cli.md repeats the help of every command, and names options that exist', () => {
  const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
  assert.ok(page.includes(`\`\`\`\n${overview()}\n\`\`\``));
  for (const [name, command] of commands)
    assert.ok(page.includes(`## ${name}\n\n\`\`\`\n${commandHelp(name, command)}\n\`\`\``), name);
  for (const [, block = ''] of page.matchAll(/```sh\n([^`]+)```/g))
    for (const line of block.split('\n').filter((one) => one.startsWith('hookline '))) {
      const [, name = '', ...args] = wordsOf(line.replaceAll("'", '"'));
      parseOptions(commands.get(name) ?? assert.fail(line), args);
    }
});

test('in the service hookline has the commands of customers, hookline admin those of operators, and former names say so', () => {
  const run = (...args: string[]) => {
    const options = { encoding: 'utf8', stdio: 'pipe' } as const;
    try {
      return execFileSync('sh', ['-c', '"$0" "$@" 2>&1', process.execPath, main, ...args], options);
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  };
  assert.equal(run('help'), `${overview(true)}\n`);
  assert.match(run('help', 'webhooks'), /listen --forward-to/);
  assert.match(run('admin', 'help', 'webhooks'), /^ {2}hookline admin webhooks create ACCOUNT/m);
  for (const [words, name] of [
    [['stats', '--help'], 'stats'],
    [['help', 'stats'], 'help stats'],
    [['webhooks', 'list', '--help'], 'webhooks'],
    [['--json', 'stats', '--help'], 'stats'],
  ] as const)
    assert.match(
      run(...words),
      new RegExp(`^hookline: "hookline ${name}" is now "hookline admin ${name}"\\. The former name works until .*\n`),
    );
});

const completions: [shell: string, line: string, words: string[]][] = [
  ['bash', 'COMP_WORDS=(hookline ex); COMP_CWORD=1', ['export']],
  ['bash', 'COMP_WORDS=(hookline export --format p); COMP_CWORD=3', ['parquet']],
  ['bash', 'COMP_WORDS=(hookline webhooks l); COMP_CWORD=2', ['listen']],
  ['bash', 'COMP_WORDS=(hookline trends --wi); COMP_CWORD=2', ['--window']],
  ['bash', 'COMP_WORDS=(hookline trends --window = 3); COMP_CWORD=4', ['30d']],
  // None, so that bash completes files.
  ['bash', 'COMP_WORDS=(hookline export -o ""); COMP_CWORD=3', ['']],
  ['bash', 'COMP_WORDS=(hookline changes --into ""); COMP_CWORD=3', ['']],
];

test('the completion of bash completes commands, options and values', {
  skip: !hasShell('bash') && 'needs bash',
}, async () => {
  const { stdout } = await program.run(['completion', 'bash']);
  for (const [shell, line, words] of completions) {
    const script = `${stdout}\n${line}; _hookline; printf '%s\\n' "\${COMPREPLY[@]}"`;
    assert.deepEqual(execFileSync(shell, ['-c', script], { encoding: 'utf8' }).trim().split('\n'), words, line);
  }
});

test('the completion of zsh is a valid script', { skip: !hasShell('zsh') && 'needs zsh' }, async () => {
  const { stdout } = await program.run(['completion', 'zsh']);
  execFileSync('zsh', ['-n', '-c', stdout]);
});

test('the completion of fish completes options', { skip: !hasShell('fish') && 'needs fish' }, async () => {
  const { stdout } = await program.run(['completion', 'fish']);
  const completed = execFileSync('fish', ['-c', `${stdout}\ncomplete -C 'hookline export --form'`], {
    encoding: 'utf8',
  });
  assert.match(completed, /^--format\t/);
});

test('the program is one file without dependencies, far below 1 MB, and starts within 120 ms', async () => {
  const { version: packaged, dependencies } = JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8'));
  assert.deepEqual([packaged, dependencies], [version, undefined]);
  assert.ok(statSync(program.file).size < 150_000, `${statSync(program.file).size} bytes`);
  assert.doesNotMatch(readFileSync(program.file, 'utf8'), /from\s*["'](?!node:)/);
  // The fastest of several, and beside an empty program: other processes of a busy machine only add time.
  let [fastestMs, emptyMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let n = 0; n < 20 && fastestMs > 120; n++) {
    emptyMs = Math.min(emptyMs, timeOf('-e', ''));
    fastestMs = Math.min(fastestMs, timeOf(program.file, '--version'));
  }
  assert.ok(fastestMs <= Math.max(120, emptyMs * 2.2), `${fastestMs} ms, an empty program ${emptyMs} ms`);
});

function timeOf(...args: string[]): number {
  const at = performance.now();
  execFileSync(process.execPath, args);
  return performance.now() - at;
}

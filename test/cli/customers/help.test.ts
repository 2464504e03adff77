// hookline help, its copy in docs/cli.md, completion, and the two commands of the service.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commands } from '../../../cli/src/commands.ts';
import { commandHelp, overview } from '../../../cli/src/help.ts';
import { parseOptions } from '../../../cli/src/options.ts';
import { openProgram, type Program } from './program.ts';

const root = join(import.meta.dirname, '../../..');
let program: Program;

before(async () => {
  program = await openProgram();
});

after(() => program?.close());

/** Words of a shell line, up to a pipe or a redirection. */
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
  for (const args of [
    ['help', 'search'],
    ['search', '--help'],
    ['search', '-h'],
  ])
    assert.match((await program.run(args)).stdout, /hookline search/);
});

test('docs/cli.md repeats the help of every command, and the options in its and the README’s examples exist', () => {
  const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
  const readme = readFileSync(join(root, 'cli/README.md'), 'utf8');
  assert.ok(page.includes(`\`\`\`\n${overview()}\n\`\`\``));
  for (const [name, command] of commands)
    assert.ok(page.includes(`## ${name}\n\n\`\`\`\n${commandHelp(name, command)}\n\`\`\``), name);
  for (const [, block = ''] of `${page}\n${readme}`.matchAll(/```sh\n([^`]+)```/g))
    for (const line of block.split('\n').filter((one) => one.startsWith('hookline '))) {
      const [, name = '', ...args] = wordsOf(line.replaceAll("'", '"'));
      parseOptions(commands.get(name) ?? assert.fail(line), args);
    }
});

test('in the service hookline has customer commands, hookline admin operator ones, and former names print a notice', () => {
  const run = (...args: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/hookline.js'), ...args]);
    return `${stderr}${stdout}`;
  };
  assert.match(run('admin', 'help', 'webhooks'), /^ {2}hookline admin webhooks create ACCOUNT/m);
  const notice = /^hookline: "hookline stats" is now "hookline admin stats"\. The former name works until .*\n/;
  assert.match(run('--json', 'stats', '--help'), notice);
});

const hasShell = (name: string) => !spawnSync(name, ['-c', 'true']).error;
const needs = (shell: string) => ({ skip: !hasShell(shell) && `needs ${shell}` });

test('the completion of bash completes commands, options and values', needs('bash'), async () => {
  const completions: [words: string, completed: string][] = [
    ['ex', 'export'],
    ['export --format p', 'parquet'],
    ['webhooks l', 'listen'],
    ['trends --wi', '--window'],
    ['trends --window = 3', '30d'],
    // No values are suggested, so that bash completes files.
    ['export -o ""', ''],
    ['changes --into ""', ''],
  ];
  const { stdout } = await program.run(['completion', 'bash']);
  const lines = completions.map(
    ([words]) =>
      `COMP_WORDS=(hookline ${words}); COMP_CWORD=${words.split(' ').length}; _hookline; echo "\${COMPREPLY[*]}"`,
  );
  const printed = execFileSync('bash', ['-c', [stdout, ...lines].join('\n')], { encoding: 'utf8' });
  assert.deepEqual(
    printed.split('\n').slice(0, -1),
    completions.map(([, completed]) => completed),
  );
});

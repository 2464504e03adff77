// hookline admin help, and its copy in docs/admin.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { commandGroups } from '../../src/cli/commands/commands.ts';
import { helpOf } from '../../src/cli/help.ts';
import { runCommand } from '../../src/cli/run.ts';
import { variables } from '../../src/config/config.ts';
import { endpoints } from '../setup/endpoints.ts';

const commands = commandGroups.flatMap((group) => Object.keys(group.commands));

async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  for (const name of ['log', 'error'] as const) mock.method(console, name, (line: string) => lines.push(line));
  const code = await runCommand(args);
  mock.restoreAll();
  return { code, output: lines.join('\n') };
}

test('hookline admin help lists every command, and help COMMAND and COMMAND --help its usage', async () => {
  const overview = await run('help');
  assert.deepEqual(await run(), overview);
  assert.equal(overview.code, 0);
  for (const name of commands) {
    assert.match(overview.output, new RegExp(`^  ${name} `, 'm'));
    const { output } = await run('help', name);
    assert.match(output, new RegExp(`^  hookline admin ${name}\\b`, 'm'));
    assert.equal((await run(name, '--help')).output, output);
  }
});

test('hookline admin help config lists every environment variable with its default', async () => {
  const { code, output } = await run('help', 'config');
  assert.equal(code, 0);
  for (const { name, default: value, meaning } of variables)
    assert.ok(output.includes(`${meaning}. Default: ${value}`) && output.includes(`  ${name} `), name);
});

test('an unknown command exits with 2 and cites the help', async () => {
  for (const args of [['frobnicate'], ['constructor'], ['help', 'frobnicate'], ['frobnicate', '--help']]) {
    const { code, output } = await run(...args);
    assert.deepEqual(
      [code, /Unknown command "\w+"\.\nRun "hookline admin help"/.test(output)],
      [2, true],
      args.join(' '),
    );
  }
});

test('every action of a command calls an endpoint, with its path parameters', () => {
  const shapeOf = (path: string) => path.replace(/\?.*/, '').replaceAll(/:\w+|\{\w+\}/g, '{}');
  const known = new Set(endpoints.map(({ method, path }) => `${method} ${shapeOf(path)}`));
  for (const group of commandGroups)
    for (const [name, { actions }] of Object.entries(group.commands))
      for (const [usage, action] of Object.entries(actions)) {
        if (typeof action === 'function' || action.call === 'GET /openapi.json') continue;
        assert.ok(known.has(shapeOf(action.call)), `${name} ${usage}: ${action.call}`);
        const ids = action.call.match(/\{/g) ?? [];
        const words = usage.replaceAll(/\[.*|--\S+ \S+/g, '').match(/\b[A-Z]+\b/g) ?? [];
        assert.ok(words.length >= ids.length, `${name} ${usage}`);
      }
});

test('docs/admin.md repeats the help of every command', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/admin.md'), 'utf8');
  for (const name of [undefined, ...commands])
    assert.ok(page.includes(`\`\`\`\n${helpOf(name)}\n\`\`\``), name ?? 'overview');
});

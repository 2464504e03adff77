// The command line as npm publishes it, installed in an empty project, where every command of its README runs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { installPackage, type Project } from '../../sdk/install-package.ts';
import { hookLine, type TestService, testService } from '../../setup/service.ts';

let service: TestService;
let project: Project;

before(async () => {
  [service, project] = await Promise.all([testService(), installPackage('cli')]);
  const lines = Array.from({ length: 30 }, (_, n) => hookLine(`Money for the command line, number ${n}`));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
});

after(async () => {
  await service?.close();
  await project?.close();
});

/** Lines of the README's `sh` blocks, but those that install. */
function readCommands(): string[] {
  const readme = readFileSync(join(project.directory, 'node_modules/hookline/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code);
  return blocks.flatMap((code) => code.trim().split('\n')).filter((line) => line.startsWith('hookline '));
}

test('every command of the README runs after hookline login', async () => {
  const { key } = await service.account('enterprise');
  const [login = '', ...commands] = readCommands();
  assert.match(login, /^hookline login --url https:/);
  assert.ok(commands.length >= 9, `${commands.length} commands`);
  await project.shell(`echo ${key} | ${login.replace(/https:\S+/, service.url)}`);
  for (const command of commands.filter((line) => !isEndless(line))) {
    // jq is not part of Hookline.
    const printed = await project.shell(command.replace(/\| jq -r \.text$/, '| cat'));
    assert.notEqual(printed, '', command);
  }
  assert.ok(statSync(join(project.directory, 'hooks.csv')).size > 1000);
  for (const command of commands.filter(isEndless)) {
    const child = spawn('sh', ['-c', `exec ${command}`], { cwd: project.directory, env: project.env });
    const [[chunk]] = await Promise.all([Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')])]);
    assert.doesNotMatch(String(chunk), /error/i, command);
    child.kill('SIGINT');
    await once(child, 'close');
  }
});

const isEndless = (command: string) => / listen | --follow /.test(command);

test('the installed package has no dependencies and takes less than 1 MB', async () => {
  const listed = JSON.parse(await project.run('npm', ['ls', '--all', '--json', '--offline']));
  assert.deepEqual(Object.keys(listed.dependencies), ['hookline']);
  assert.equal(listed.dependencies.hookline.dependencies, undefined);
  const kilobytes = Number((await project.shell('du -sk node_modules/hookline')).split('\t')[0]);
  assert.ok(kilobytes < 1000, `${kilobytes} KB`);
});

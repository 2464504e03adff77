// Packs sdk/ or cli/ as `npm publish` would, and installs the tarball into an empty project without network.
import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

export type Project = {
  directory: string;
  /** Has the project's programs on its PATH, and a home directory of its own. */
  env: Record<string, string | undefined>;
  /** Runs a program in the project's directory and returns what it prints. */
  run: (program: string, args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;
  shell: (command: string) => Promise<string>;
  close: () => Promise<void>;
};

/** The package is built in a copy, since test files run at the same time and its files lie in `dist`. */
export async function installPackage(name: 'sdk' | 'cli'): Promise<Project> {
  const directory = await mkdtemp(join(tmpdir(), `hookline-${name}-`));
  const checkout = join(directory, 'checkout');
  const project = join(directory, 'project');
  const npm = (cwd: string, ...args: string[]) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd });
  const isSource = (path: string) => !/\/(dist|node_modules)$/.test(path);
  for (const each of ['sdk', 'cli', 'tsconfig.json'])
    cpSync(join(root, each), join(checkout, each), { recursive: true, filter: isSource });
  // Both are built with these; the tarball has what is used of them.
  for (const each of ['node_modules', 'src']) symlinkSync(join(root, each), join(checkout, each));
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
  const { stdout } = await npm(join(checkout, name), 'pack', '--json', '--pack-destination', project);
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  await npm(project, 'install', '--ignore-scripts', `./${filename}`);

  // Nothing of who runs the tests.
  const { HOOKLINE_KEY, HOOKLINE_URL, HOOKLINE_PROFILE, HOOKLINE_WEBHOOK_SECRET, ...inherited } = process.env;
  const path = [join(project, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const env = { ...inherited, PATH: path, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config') };
  const runIn: Project['run'] = async (program, args, more = {}) =>
    (await run(program, args, { cwd: project, env: { ...env, ...more }, timeout: 120_000 })).stdout;
  return {
    directory: project,
    env,
    run: runIn,
    shell: (command) => runIn('sh', ['-c', command]),
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

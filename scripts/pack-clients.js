// Packs the SDK and the command line for the pages, so that `npm install URL/sdk.tgz` works. JavaScript, so that any Node runs it.
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const pages = join(root, 'web/dist');

for (const name of ['sdk', 'cli']) {
  // npm sets this variable, since it runs the script.
  const npm = process.env.npm_execpath;
  const args = ['pack', '--silent', '--json', '--pack-destination', pages];
  const options = { cwd: join(root, name), encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const printed = npm ? execFileSync(process.execPath, [npm, ...args], options) : execFileSync('npm', args, options);
  const [{ filename }] = JSON.parse(printed.slice(printed.indexOf('[')));
  rmSync(join(root, name, 'dist'), { recursive: true });
  renameSync(join(pages, filename), join(pages, `${name}.tgz`));
}

// Rebuilds the pages if their sources have changed since the last build, which takes seconds. Run before tests.
import { execSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';

const built = 'web/dist/docs/index.html';
// Directories too: their mtime changes when a file is removed.
const sources = globSync(['package-lock.json', '{web,sdk,cli,src,docs}', '{web,sdk,cli,src,docs}/**'], {
  exclude: (path) => /^web.dist$|node_modules$/.test(path),
});

const modifiedAt = (path: string) => statSync(path).mtimeMs;
if (!existsSync(built) || sources.some((path) => path !== 'web' && modifiedAt(path) > modifiedAt(built)))
  execSync('npm run build', { stdio: 'inherit' });

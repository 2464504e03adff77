// Builds the pages where something that they are made of has changed since: tests want them new, and building takes seconds.
import { execSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';

const built = 'web/dist/index.html';
// Directories too: theirs is the time at which a file was removed.
const madeOf = globSync(['package-lock.json', '{web,sdk,src}', '{web,sdk,src}/**'], {
  exclude: (path) => /^web.dist$|node_modules$/.test(path),
});

const timeOf = (path: string) => statSync(path).mtimeMs;
if (!existsSync(built) || madeOf.some((path) => path !== 'web' && timeOf(path) > timeOf(built)))
  execSync('npm run build', { stdio: 'inherit' });

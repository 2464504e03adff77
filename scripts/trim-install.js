// Deletes the C++ headers (67 MB) of the npm package `node`: nothing here compiles native addons. JavaScript, so that any Node runs it.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = 'node_modules/node/node_modules';
if (existsSync(packages))
  for (const name of readdirSync(packages))
    if (name.startsWith('node-')) rmSync(join(packages, name, 'include'), { recursive: true, force: true });

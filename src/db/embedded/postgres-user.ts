// OS user that the embedded PostgreSQL runs as. PostgreSQL refuses to run as root, so root gives the directory to another user or maps
// itself to one.
import { spawnSync } from 'node:child_process';
import { chmodSync, lchownSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type PostgresUser = {
  uid?: number;
  gid?: number;
  /** Prepended to every command line. */
  prefix: readonly string[];
};

export class EmbeddedUnavailableError extends Error {}

const nobody = 65534;
const userNamespace = { command: 'unshare', args: ['--user', '--map-user=1000', '--'] };

/** Runs at each start. Returns the owner of `directory` or, if it is new, a user that can access it. */
export function choosePostgresUser(directory: string, others: readonly string[], binary: string): PostgresUser {
  const user = process.getuid?.() === 0 ? chooseForRoot(directory, binary) : { prefix: [] };
  for (const other of others) makePrivate(other, user);
  return user;
}

/** Environment of PostgreSQL's programs. The service's own environment contains secrets, such as HOOKLINE_OPERATOR_KEY. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** Creates `directory` for `user` alone. Throws if it already exists in a world-writable place such as /tmp and has another owner. */
export function makePrivate(directory: string, user: PostgresUser): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (isWritableByAll(dirname(directory))) assertOwned(directory, user);
  const { uid = process.getuid?.(), gid = process.getgid?.() } = user;
  // An earlier start may have chosen another user.
  if (uid !== undefined && gid !== undefined) lchownSync(directory, uid, gid);
  chmodSync(directory, 0o700);
}

function isWritableByAll(directory: string): boolean {
  return (statSync(directory).mode & 0o002) !== 0;
}

function assertOwned(directory: string, user: PostgresUser): void {
  const found = lstatSync(directory);
  if (found.isDirectory() && [process.getuid?.(), user.uid].includes(found.uid)) return;
  throw new EmbeddedUnavailableError(
    `${directory} belongs to user ${found.uid}, but only the database may use it. Remove it and find out who made it.`,
  );
}

function chooseForRoot(directory: string, binary: string): PostgresUser {
  const owner = statSync(directory, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) {
    if (isAccessibleTo(owner.uid, dirname(directory), binary)) return { uid: owner.uid, gid: owner.gid, prefix: [] };
    throw new EmbeddedUnavailableError(
      `${directory} belongs to user ${owner.uid}, who cannot access its parent directories. Move it below directories that ` +
        `every user can enter, or give it to root: chown -R root:root ${directory}`,
    );
  }
  if (!owner && isAccessibleTo(nobody, dirname(directory), binary)) return { uid: nobody, gid: nobody, prefix: [] };
  const { command, args } = userNamespace;
  if (spawnSync(command, [...args, 'true'], { env: serverEnvironment() }).status === 0)
    return { prefix: [command, ...args] };
  throw new EmbeddedUnavailableError(
    'The embedded database cannot run as root here: neither the user nobody nor a user namespace can access ' +
      `${directory}. Start Hookline as another user, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

function isAccessibleTo(uid: number, parent: string, binary: string): boolean {
  mkdirSync(parent, { recursive: true });
  const user = { uid, gid: uid, env: serverEnvironment() };
  return spawnSync('test', ['-x', parent], user).status === 0 && spawnSync(binary, ['--version'], user).status === 0;
}

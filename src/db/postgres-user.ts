// As whom the embedded PostgreSQL runs. It refuses root, so root hands its directory to another user or maps itself to one.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type PostgresUser = {
  uid?: number;
  gid?: number;
  /** Put before every command line. */
  prefix: readonly string[];
};

export class EmbeddedUnavailable extends Error {}

const nobody = 65534;
const userNamespace = ['unshare', '--user', '--map-user=1000', '--'];

/** Decides once per start, by who owns `directory` or, where it is new, by who can reach it. */
export function choosePostgresUser(directory: string, others: readonly string[], binary: string): PostgresUser {
  const user = process.getuid?.() === 0 ? chooseForRoot(directory, binary) : { prefix: [] };
  for (const other of others) makePrivate(other, user);
  return user;
}

export function makePrivate(directory: string, user: PostgresUser): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid ?? user.uid);
  chmodSync(directory, 0o700);
}

function chooseForRoot(directory: string, binary: string): PostgresUser {
  const owner = statSync(directory, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) {
    if (reachableBy(owner.uid, dirname(directory), binary)) return { uid: owner.uid, gid: owner.gid, prefix: [] };
    throw new EmbeddedUnavailable(
      `${directory} belongs to user ${owner.uid}, who cannot reach it there. Move it below directories that everybody ` +
        `may enter, or give it to root: chown -R root:root ${directory}`,
    );
  }
  if (!owner && reachableBy(nobody, dirname(directory), binary)) return { uid: nobody, gid: nobody, prefix: [] };
  if (spawnSync(userNamespace[0], [...userNamespace.slice(1), 'true']).status === 0) return { prefix: userNamespace };
  throw new EmbeddedUnavailable(
    'The embedded database cannot run as root here: neither the user nobody nor a user namespace can reach ' +
      `${directory}. Start Hookline as another user, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

function reachableBy(uid: number, parent: string, binary: string): boolean {
  mkdirSync(parent, { recursive: true });
  const as = { uid, gid: uid };
  return spawnSync('test', ['-x', parent], as).status === 0 && spawnSync(binary, ['--version'], as).status === 0;
}

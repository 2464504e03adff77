// Profiles: a service, its key and a signing secret under a name, in a file that only its owner can read.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { env, platform } from 'node:process';
import { UsageError } from './terminal/output.ts';

export type Profile = {
  url: string;
  key: string;
  /** Signs deliveries that `webhooks listen` forwards. It stays the same, so that receivers can store it. */
  webhook_secret?: string;
};
export type Profiles = { current: string; profiles: Record<string, Profile> };

export function profilesFile(): string {
  const base = platform === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME;
  return join(base || join(homedir(), '.config'), 'hookline', 'profiles.json');
}

export function readProfiles(file = profilesFile()): Profiles {
  try {
    const { current, profiles } = JSON.parse(readFileSync(file, 'utf8'));
    return { current: String(current), profiles: { ...profiles } };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { current: 'default', profiles: {} };
    throw new Error(`Can't read ${file}: ${error instanceof Error ? error.message : error}. Fix or delete it.`);
  }
}

/** Whether other users of this machine can read the file. Windows has no such modes. */
export function isExposed(file = profilesFile()): boolean {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return platform !== 'win32' && (mode & 0o077) !== 0;
}

/** Writes a new file and renames it, so another process never reads a part of it. */
export function writeProfiles(profiles: Profiles, file = profilesFile()): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(part, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
    chmodSync(part, 0o600);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

export function checkProfileName(name: string): string {
  if (/^[\w.-]{1,60}$/.test(name) && name !== '__proto__') return name;
  throw new UsageError('Profile names must have 1 to 60 letters, digits, ".", "-" or "_".');
}

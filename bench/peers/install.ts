// The peers' packages, installed when they are not there in the versions of the lock file; and what else is compared, by version.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isInstalled } from '../machine.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const wanted: Record<string, string> = read('package.json').dependencies;

function read(path: string) {
  return JSON.parse(readFileSync(`${here}/${path}`, 'utf8'));
}

/** Without the scripts of packages: what they compile or download is not needed to answer a list. */
export function installPeers(): void {
  const isThere = Object.entries(wanted).every(([name, version]) => {
    const path = `node_modules/${name}/package.json`;
    return existsSync(`${here}/${path}`) && read(path).version === version;
  });
  if (isThere) return;
  console.error('Installing the peers, some 1,300 packages and a gigabyte …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: ['ignore', 2, 2] });
}

export function peerVersions(): string {
  const packages = Object.entries(wanted).map(([name, version]) => `${name} ${version}`);
  const nginx = isInstalled('nginx') ? [`nginx ${/[\d.]+/.exec(spawnSync('nginx', ['-v']).stderr.toString())}`] : [];
  return [...packages, ...nginx].join(', ');
}

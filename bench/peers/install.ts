// Installs the peers' packages unless the versions of package.json are installed, and lists the versions of all peers.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isInstalled } from '../machine.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const wanted: Record<string, string> = read('package.json').dependencies;

function read(path: string) {
  return JSON.parse(readFileSync(`${here}/${path}`, 'utf8'));
}

/** Skips the install scripts of packages: what they compile or download is not needed here. */
export function installPeers(): void {
  const areInstalled = Object.entries(wanted).every(([name, version]) => {
    const path = `node_modules/${name}/package.json`;
    return existsSync(`${here}/${path}`) && read(path).version === version;
  });
  if (areInstalled) return;
  console.error('Installing the peers: about 1,300 packages, 1 GB …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here, stdio: ['ignore', 2, 2] });
}

export function peerVersions(): string {
  const packages = Object.entries(wanted).map(([name, version]) => `${name} ${version}`);
  const nginx = isInstalled('nginx') ? [`nginx ${/[\d.]+/.exec(spawnSync('nginx', ['-v']).stderr.toString())}`] : [];
  return [...packages, ...nginx].join(', ');
}

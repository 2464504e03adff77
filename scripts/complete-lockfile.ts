// Adds the optional packages of other platforms to the lock files. `npm ci` refuses a lock file without them, and `npm install`
// leaves out those that the registry does not offer. Run after `npm install`, here or in bench/peers.
import { readFileSync, writeFileSync } from 'node:fs';

type Locked = {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'wasm32',
];
const cpus = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'mipsel',
  'universal',
  'wasm32',
];

for (const path of [
  '../package-lock.json',
  '../bench/peers/package-lock.json',
  '../tools/package-lock.json',
  '../tools/runtimes/package-lock.json',
  '../integrations/n8n-nodes-hookline/package-lock.json',
]) {
  const file = new URL(path, import.meta.url);
  const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync(file, 'utf8'));
  complete(lock.packages);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([x], [y]) => (x < y ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

function complete(packages: Record<string, Locked>): void {
  for (const [path, locked] of Object.entries(packages))
    for (const [name, range] of Object.entries(locked.optionalDependencies ?? {})) {
      if (packages[`node_modules/${name}`] || packages[`${path}/node_modules/${name}`]) continue;
      const version = range.replace(/^[~^]/, '');
      const words = name.split(/[-/.]/);
      const os = systems.filter(
        (system) => words.includes(system) || (system === 'win32' && words.includes('windows')),
      );
      const cpu = cpus.filter((kind) => words.includes(kind) || (kind === 'arm' && words.includes('arm')));
      packages[`node_modules/${name}`] = {
        version,
        ...(locked.dev ? { dev: true } : {}),
        optional: true,
        ...(os.length ? { os } : {}),
        ...(cpu.length ? { cpu } : {}),
        ...(words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {}),
      };
      console.log(`added ${name}@${version} (${os.join()} ${cpu.join()})`);
    }
}

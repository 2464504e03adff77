// Adds the optional packages of other platforms to the lock files. `npm ci` refuses a lock file without them, and `npm install` leaves out
// packages that the registry does not offer. Run it after `npm install`, here or in bench/peers.
import { readFileSync, writeFileSync } from 'node:fs';

type Locked = { optional?: boolean; dev?: boolean; optionalDependencies?: Record<string, string> };

const systems = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32 wasm32'.split(' ');
const cpus = 'arm64 x64 ia32 arm ppc64 riscv64 s390x loong64 mips64el mipsel universal wasm32'.split(' ');

for (const folder of ['', 'bench/peers/', 'tools/', 'tools/runtimes/', 'integrations/n8n-nodes-hookline/']) {
  const file = new URL(`../${folder}package-lock.json`, import.meta.url);
  const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync(file, 'utf8'));
  for (const [path, locked] of Object.entries(lock.packages))
    for (const [name, range] of Object.entries(locked.optionalDependencies ?? {}))
      if (!lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`]) {
        lock.packages[`node_modules/${name}`] = entryOf(name, range, locked);
        console.log(`added ${name} ${range}`);
      }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([x], [y]) => (x < y ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

/** The platform is part of the name, such as `linux-x64-musl`. */
function entryOf(name: string, range: string, { dev }: Locked): object {
  const words = name.split(/[-/.]/);
  const os = systems.filter((system) => words.includes(system) || (system === 'win32' && words.includes('windows')));
  const cpu = cpus.filter((kind) => words.includes(kind));
  return {
    version: range.replace(/^[~^]/, ''),
    ...(dev ? { dev } : {}),
    optional: true,
    ...(os.length ? { os } : {}),
    ...(cpu.length ? { cpu } : {}),
    ...(words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {}),
  };
}

// Which paths sources may read: files inside the directories that the operator allows, and never the service's own data.
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

export type PathRules = {
  /** HOOKLINE_SOURCE_DIRS. */
  sourceDirs: readonly string[];
  dataDir: string;
};

/** The path without symbolic links, so that none leads out of the directories, or what is wrong with it. */
export function resolveSourcePath(
  path: string,
  { sourceDirs, dataDir }: PathRules,
): { path: string } | { problem: string } {
  const real = realPath(path);
  if (!isAllowed(real ?? path, sourceDirs)) {
    const allowed = sourceDirs.length === 0 ? 'no directory' : `only ${sourceDirs.join(', ')}`;
    return {
      problem: `Sources may read ${allowed}. Add the directory to HOOKLINE_SOURCE_DIRS and restart the service, or import the file once by \`hookline admin import\`.`,
    };
  }
  if (real === undefined) return { problem: `${path} does not exist.` };
  if (isInside(real, realPath(dataDir) ?? dataDir))
    return { problem: 'Sources cannot read the data directory of the service. Move the files elsewhere.' };
  return { path: real };
}

function isAllowed(path: string, sourceDirs: readonly string[]): boolean {
  return sourceDirs.some((directory) => isInside(path, realPath(directory) ?? directory));
}

function isInside(path: string, directory: string): boolean {
  const from = relative(directory, path);
  return from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

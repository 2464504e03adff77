// Type-checks the project and web/. Folders of typed arrays, where every index is in range, are checked without noUncheckedIndexedAccess
// (src/tsconfig.arrays.json). The compiler applies the options of a program to all its files, imported ones included, so errors in these
// folders are taken from their own run only.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { include: arrayFolders }: { include: string[] } = JSON.parse(
  readFileSync(join(root, 'src/tsconfig.arrays.json'), 'utf8'),
);

type Problem = { file: string; text: string };

/** Problems of a run of the compiler, with their indented details. */
function check(project: string): Promise<Problem[]> {
  const child = spawn(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--pretty', 'false'], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const problems = output.split(/\n(?=\S)/).filter((text) => text.trim() !== '');
      if (code !== 0 && problems.length === 0) problems.push(`tsc -p ${project} exited with code ${code}`);
      resolve(problems.map((text) => ({ text: text.trimEnd(), file: text.slice(0, Math.max(0, text.indexOf('('))) })));
    });
  });
}

const isOfArrays = ({ file }: Problem) => arrayFolders.some((folder) => file.startsWith(`src/${folder}/`));

const checks = [
  check('src/tsconfig.arrays.json').then((problems) => problems.filter(isOfArrays)),
  ...['.', 'web'].map(async (project) => (await check(project)).filter((problem) => !isOfArrays(problem))),
];
const problems = new Set((await Promise.all(checks)).flat().map(({ text }) => text));
for (const text of problems) console.error(text);
process.exitCode = problems.size === 0 ? 0 : 1;

// Runs the parts of npm run bench one after the other, and writes one report: the goals first, then the figures.
import { isEnding } from './cleanup.ts';
import { type Goal, goalTable } from './goals.ts';
import { figure } from './report.ts';

type Section = { title: string; table: string };
export type PartResult = { sections: readonly Section[]; goals: readonly Goal[] };

/** `run` yields its results as they are measured, so that a failure loses only what follows it. */
export type Part = { name: string; run: () => AsyncIterable<PartResult> };

/** What the whole run has to stay under. */
const maxMinutes = 15;

/** A part that fails does not stop the others. The process then exits with 1. */
export async function runParts(parts: readonly Part[], isWhole: boolean): Promise<string> {
  const startedAt = performance.now();
  const minutes = () => (performance.now() - startedAt) / 60_000;
  const sections: Section[] = [];
  const goals: Goal[] = [];
  const durations: string[] = [];
  for (const { name, run } of parts) {
    const began = minutes();
    try {
      for await (const result of run()) {
        sections.push(...result.sections);
        goals.push(...result.goals);
        // Not lost with an interrupt.
        for (const { title, table } of result.sections)
          console.error(`${figure(minutes())} min: ${title}\n\n${table}\n`);
      }
    } catch (error) {
      // After an interrupt no other part may start.
      if (isEnding()) throw error;
      console.error(error);
      process.exitCode = 1;
      goals.push({ what: `${name}: runs to its end`, figure: messageOf(error), goal: '', isMet: false });
    }
    durations.push(`${name} ${figure(minutes() - began)}`);
  }
  sections.push({ title: 'Minutes', table: durations.join(', ') });
  if (isWhole) goals.push(withinMinutes(minutes()));
  const texts = [{ title: 'Goals', table: goalTable(goals) }, ...sections].map(
    ({ title, table }) => `### ${title}\n\n${table}\n`,
  );
  return texts.join('\n');
}

const maxMessage = 100;

function messageOf(error: unknown): string {
  return String(error).split('\n', 1).join().slice(0, maxMessage).replaceAll('|', '/');
}

function withinMinutes(taken: number): Goal {
  return { what: 'this run', figure: `${figure(taken)} min`, goal: `< ${maxMinutes} min`, isMet: taken < maxMinutes };
}

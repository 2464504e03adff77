// Answer of a language model: the labels of each line that was asked, or why it has none. Pure.
import { z } from 'zod';
import { type RequiredLabel, requiredLabels } from '../label.ts';
import { answeredLine, type LlmLabels } from './question.ts';

export type LineAnswer = { labels: LlmLabels; fault?: undefined } | { labels?: undefined; fault: string };

const envelope = z.object({ lines: z.array(z.unknown()) });
const withId = z.object({ id: z.number() });
const fences = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/;

/**
 * An answer for each of `ids`, in their order. Values outside of the taxonomy, missing and repeated lines are faults of their line;
 * broken JSON and lines that were not asked are faults of all, since then nothing tells which labels belong to which line.
 */
export function readAnswer(content: string, ids: readonly number[]): LineAnswer[] {
  const all = (fault: string) => ids.map(() => ({ fault }));
  const parsed = envelope.safeParse(parseAnswer(content));
  if (!parsed.success)
    return all(content.trim() === '' ? 'the answer is empty' : 'the answer is not the JSON asked for');
  const byId = new Map<number, unknown[]>();
  for (const line of parsed.data.lines) {
    const id = withId.safeParse(line).data?.id;
    if (id === undefined || !ids.includes(id)) return all('the answer has a line that was not asked');
    byId.set(id, [...(byId.get(id) ?? []), line]);
  }
  return ids.map((id) => readLine(byId.get(id) ?? []));
}

function readLine([line, ...others]: readonly unknown[]): LineAnswer {
  if (line === undefined) return { fault: 'the answer lacks the line' };
  if (others.length > 0) return { fault: 'the answer has the line twice' };
  const { data, error } = answeredLine.safeParse(line);
  if (data) return { labels: pickLabels(data) };
  const label = requiredLabels.find((name) => error.issues.some(({ path }) => path[0] === name));
  return { fault: label === undefined ? 'the answer has unknown members' : `the answer has no known ${label}` };
}

function pickLabels({ archetype, emotional_trigger, niche }: Record<RequiredLabel, string>): LlmLabels {
  return { archetype, emotional_trigger, niche };
}

/** Models without a schema like to fence JSON. Anything else around it makes it no JSON. */
export function parseAnswer(content: string): unknown {
  try {
    return JSON.parse(fences.exec(content)?.[1] ?? content);
  } catch {
    return undefined;
  }
}

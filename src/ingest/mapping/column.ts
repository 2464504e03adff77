// Reaches the values of a record by column path. Pure; it never follows what a record inherits.

/** Deep enough for any mapping; arrays under `*` may hold this many values. */
const maxValues = 100;

export type ColumnPath = { name: string; steps: string[] };

export function compilePath(name: string): ColumnPath {
  return { name, steps: name.split('.') };
}

/** The values at a path: none, one, or several where `*` opens an array. A column whose own name has dots comes first. */
export function valuesAt(record: Record<string, unknown>, path: ColumnPath): unknown[] {
  if (Object.hasOwn(record, path.name)) return [record[path.name]];
  if (path.steps.length === 1) return [];
  let level: unknown[] = [record];
  for (const step of path.steps) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (step === '*') {
        if (Array.isArray(value)) next.push(...value.slice(0, maxValues));
      } else if (Object.hasOwn(value, step)) next.push((value as Record<string, unknown>)[step]);
    }
    level = next.slice(0, maxValues);
  }
  return level;
}

// Writes web/src/api/label-names.ts from the taxonomy, and announcement-names.ts, a copy: npm run generate.
import { readFileSync, writeFileSync } from 'node:fs';
import { taxonomy } from '../src/taxonomy/taxonomy.ts';
import { defaultNameOf } from '../src/taxonomy/term.ts';

export const labelNamesFile = new URL('../web/src/api/label-names.ts', import.meta.url);

/** The source of the file. Throws where two sets name the same id differently, since pages look names up by id alone. */
export function emitLabelNames(): string {
  const names = new Map<string, string>();
  for (const { id, name } of Object.values(taxonomy).flat()) {
    if ((names.get(id) ?? name) !== name) throw new Error(`${id} is named "${names.get(id)}" and "${name}".`);
    names.set(id, name);
  }
  const exceptions = [...names].filter(([id, name]) => name !== defaultNameOf(id)).sort();
  return `// Display names of labels, written from src/taxonomy by \`npm run generate\`. Do not edit.

/** Names that do not follow from the id. */
const exceptions: ReadonlyMap<string, string> = new Map([
${exceptions.map(([id, name]) => `  ['${id}', '${name}'],\n`).join('')}]);

/** \`asmr\` → "ASMR"; \`how_to\` → "How to", as any other id. */
export function labelName(id: string): string {
  const words = id.replaceAll('_', ' ');
  return exceptions.get(id) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
`;
}

export const announcementNamesFile = new URL('../web/src/api/announcement-names.ts', import.meta.url);

/** The pages take no values from src/, so they have a copy. */
export function emitAnnouncementNames(): string {
  const source = readFileSync(new URL('../src/status/announcements/names.ts', import.meta.url), 'utf8');
  const [, ...lines] = source.replace("'../../db/", "'../../../src/db/").split('\n');
  return ['// Copy of src/status/announcements/names.ts, written by `npm run generate`. Do not edit.', ...lines].join(
    '\n',
  );
}

if (import.meta.main) {
  writeFileSync(labelNamesFile, emitLabelNames());
  writeFileSync(announcementNamesFile, emitAnnouncementNames());
}

// Text of the reasons why records were not published, and what to do next.
import type { GivenValue } from '../../catalog/unknown-values/unknown-values.ts';
import type { reviewReasons } from '../../db/tables/review-reasons.ts';
import type { ImportReason } from '../../ingest/publish/import-record.ts';
import { counted } from '../../lib/text.ts';

const reviewTexts: Readonly<Record<(typeof reviewReasons)[number], string>> = {
  cut_text: 'the text is cut off',
  trailer: 'a trailer',
  music_video: 'a music video',
  match_title: 'the title of a match',
  lyrics: 'lyrics',
  no_sentence: 'no sentence that stands alone',
  uncertain_transcript: 'a transcript that may be wrong',
  unknown_label: 'a label that is not in the taxonomy',
  low_confidence: 'a label with low confidence',
};

export function reasonText(reason: string): string {
  const [, field] = /^no column for (\w+)[^:]*$/.exec(reason) ?? [];
  if (field) return `${reason}; name it with --map ${field}=COLUMN`;
  return Object.hasOwn(reviewTexts, reason) ? reviewTexts[reason as keyof typeof reviewTexts] : reason;
}

const maxTextLength = 90;

export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxTextLength ? line : `${line.slice(0, maxTextLength - 1).toWellFormed()}…`;
}

/** Returns a line for each reason, followed by up to `examples` examples. */
export function describeReasons(reasons: readonly ImportReason[], examples: number): string {
  return reasons
    .flatMap(({ result, reason, count, examples: found }) => [
      `  ${count.toLocaleString('en')} ${result}: ${reasonText(reason)}`,
      ...found
        .filter(({ text }) => text !== '')
        .slice(0, examples)
        .map(({ line, text }) => `      ${line === null ? '' : `line ${line}: `}${shorten(text)}`),
    ])
    .join('\n');
}

/** Returns a section with a line for each value, such as `niche: Fitnes → fitness, 8 records`; empty without values. */
export function describeUnknown(values: readonly GivenValue[]): string[] {
  if (values.length === 0) return [];
  const lines = values.map(({ field, value, records, nearest }) => {
    const proposal = nearest === null ? '' : ` → ${nearest}`;
    return `  ${field}: ${shorten(value)}${proposal}, ${counted(records, 'record')}`;
  });
  const command = `hookline admin values map FIELD VALUE [BECOMES] --source '${values[0]?.source}'`;
  return [`Values that are not in the taxonomy\n${lines.join('\n')}\nMap a value: ${command}`];
}

/** What to do about the records of an import that were not published. */
export function describeNextSteps(importId: string, reasons: readonly ImportReason[], rejectsFile?: string): string {
  const has = (result: ImportReason['result']) => reasons.some((reason) => reason.result === result);
  return [
    ...(has('pending') ? [`Review them: hookline admin hooks list --state pending --filter import=${importId}`] : []),
    ...(has('rejected')
      ? [rejectsFile ? `Rejected records are in ${rejectsFile}.` : 'Save rejected records: import with --rejects FILE.']
      : []),
  ].join('\n');
}

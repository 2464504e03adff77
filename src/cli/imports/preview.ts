// Text of a preview: the counts, the mapping, the reasons, and the first records.
import type { MappedField, Preview, PreviewRecord } from '../../ingest/imports/preview-record.ts';
import { counted } from '../../lib/text.ts';
import { describeReasons, describeUnknown, reasonText, shorten } from './reasons.ts';
import { remarksText } from './report.ts';

export function describePreview(name: string, preview: Preview): string {
  const { mapping, reasons, records, unknown_values } = preview;
  const sections = [
    `${name}: ${describeReading(preview)}\nNothing was imported. The import would be: ${describeCounts(preview)}${remarksText(preview.report)}.`,
    `Mapping\n${describeMapping(mapping)}`,
    ...describeUnknown(unknown_values),
    ...(reasons.length > 0 ? [`Why records are not published\n${describeReasons(reasons, 3)}`] : []),
    ...(records.length > 0 ? [`First records\n${records.map(describeRecord).join('\n')}`] : []),
  ];
  return sections.join('\n\n');
}

function describeReading({ report, preset, is_detected, read_bytes }: Preview): string {
  const how = preset === null ? 'columns matched by name' : `preset ${preset}${is_detected ? ' (detected)' : ''}`;
  const part = read_bytes === null ? '' : ` in the first ${Math.round(read_bytes / 1e5) / 10} MB`;
  return `${counted(report.read, 'record')}${part}, ${how}`;
}

function describeCounts({ report, near_duplicates }: Preview): string {
  const { added, pending, rejected, updated, unchanged, duplicates, held, retired } = report;
  const counts = { published: added, 'pending review': pending, rejected };
  const others = {
    updated,
    unchanged,
    duplicates,
    'view counts held': held ?? 0,
    retired,
    'near duplicates': near_duplicates ?? 0,
  };
  return [...Object.entries(counts), ...Object.entries(others).filter(([, count]) => count > 0)]
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
    .join(', ');
}

function describeMapping(mapping: readonly MappedField[]): string {
  const width = Math.max(...mapping.map(({ field }) => field.length), 0);
  return mapping
    .map(
      ({ field, columns, constant }) =>
        `  ${field.padEnd(width)} ${constant === null ? `← ${columns.join(', ')}` : `= ${constant}`}`,
    )
    .join('\n');
}

const resultTexts: Readonly<Record<PreviewRecord['result'], string>> = {
  added: 'published',
  pending: 'pending review',
  updated: 'updates a hook',
  unchanged: 'unchanged',
  duplicates: 'duplicate',
  held: 'view count pending until you accept it',
};

function describeRecord({ line, result, reason, text, raw_text, labels, ...hook }: PreviewRecord): string {
  const head = `  line ${line}: ${resultTexts[result]}${reason === null ? '' : ` (${reasonText(reason)})`}`;
  const { views, platform, archetype, emotional_trigger, niche, language } = hook;
  const method = `${labels.method} ${Math.round(labels.confidence * 100)} %`;
  const values = [views?.toLocaleString('en'), platform, language, archetype, emotional_trigger, niche, method];
  const raw = raw_text === null ? '' : `\n      from: ${shorten(raw_text)}`;
  return `${head}\n      ${shorten(text)}${raw}\n      ${values.map((value) => value ?? '–').join(' · ')}`;
}

// ImportPreview: what an import of the chosen file would do, with a mapping that can be changed, before it is imported.
import { type ReactNode, useState } from 'react';
import { Banner } from '../../kit/display/banner.tsx';
import { Button, ButtonRow } from '../../kit/forms/button.tsx';
import { CommitField } from '../../kit/forms/commit-field.tsx';
import { formatBytes, formatNumber, plural } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { presetName } from '../bulk/hook-state.ts';
import { guessedText } from './import-table.tsx';
import type { ImportOptions } from './import-uploads.ts';
import { fieldName } from './mapping-fields.tsx';
import { mapped, missingFields, PreviewMapping, suggestedPairs } from './preview-mapping.tsx';
import { PreviewTable } from './preview-table.tsx';
import { ReasonList } from './reason-list.tsx';
import { ReportStats, sharedIdsText } from './report-stats.tsx';
import type { Preview } from './request-preview.ts';
import { UnknownValues } from './unknown-values.tsx';

type ImportPreviewProps = {
  files: readonly File[];
  options: ImportOptions;
  preview: Preview;
  fields: readonly string[];
  /** Requests another preview. */
  onChange: (options: ImportOptions) => Promise<void>;
  onImport: () => Promise<void>;
  onBack: () => void;
};

export function ImportPreview({ files, options, preview, fields, onChange, onImport, onBack }: ImportPreviewProps) {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState<'changing' | 'importing'>();
  const run = async (what: 'changing' | 'importing', action: () => Promise<void>) => {
    setBusy(what);
    setError(undefined);
    await action().catch(setError);
    setBusy(undefined);
  };
  const isChanging = busy === 'changing';
  const stale = { className: `stack gap-5 ${isChanging ? 'opacity-55' : ''}`, 'aria-busy': isChanging };
  const missing = missingFields(preview);
  const proposal = missing.length > 0 ? proposalOf(preview, options) : undefined;
  const [only] = files.length === 1 ? files : [];
  return (
    <div className="stack gap-5">
      <CommitField
        name="source"
        label="Source"
        hint="Where the hooks come from. Records with the same source and ID update the same hook."
        placeholder="The name of each file"
        maxLength={100}
        disabled={busy !== undefined}
        value={options.source ?? ''}
        onCommit={(source) => void run('changing', () => onChange({ ...options, source: source.trim() || only?.name }))}
      />
      <div {...stale}>
        <Summary files={files} preview={preview} missing={missing}>
          {proposal && (
            <Button
              small
              disabled={busy !== undefined}
              onClick={() => void run('changing', () => onChange(proposal.options))}
            >
              {proposal.text}
            </Button>
          )}
        </Summary>
      </div>
      {error !== undefined && <Problem error={error} />}
      <PreviewMapping
        preview={preview}
        options={options}
        fields={fields}
        disabled={busy !== undefined}
        onChange={(changed) => run('changing', () => onChange(changed))}
      />
      <div {...stale}>
        <UnknownValues
          values={preview.unknown_values}
          mapping={preview.mapping}
          onMapped={() => run('changing', () => onChange(options))}
        />
        {missing.length === 0 && preview.records.length > 0 && <PreviewTable records={preview.records} />}
        {missing.length === 0 && <ReasonList reasons={preview.reasons} />}
      </div>
      <ButtonRow>
        <Button
          kind={publishes(preview) ? 'primary' : 'secondary'}
          icon="import"
          busy={busy === 'importing'}
          // Other files may have other columns.
          disabled={busy !== undefined || (missing.length > 0 && files.length === 1)}
          onClick={() => void run('importing', onImport)}
        >
          {files.length === 1 ? 'Import' : `Import ${plural(files.length, 'file')}`}
        </Button>
        <Button kind="ghost" disabled={busy !== undefined} onClick={onBack}>
          Options…
        </Button>
        <p role="status" className="text-muted">
          {isChanging ? 'Reading the file again…' : !publishes(preview) && 'Nothing would be published.'}
        </p>
      </ButtonRow>
    </div>
  );
}

function publishes({ report: { added, pending, updated, retired, held = 0 } }: Preview): boolean {
  return added + pending + updated + retired + held > 0;
}

/** Suggested columns for the missing fields. */
function proposalOf(preview: Preview, options: ImportOptions): { text: string; options: ImportOptions } | undefined {
  const pairs = suggestedPairs(preview);
  const names = pairs.map(({ field, column }) => `“${column}” for ${fieldName(field).toLowerCase()}`);
  if (pairs.length > 0) return { text: `Use ${names.join(', ')}`, options: mapped(options, preview, pairs) };
  const list = preview.columns.find((column) => preview.samples[column]?.[0]?.startsWith('[{'));
  return list ? { text: `Read the records in “${list}”`, options: { ...options, records: list } } : undefined;
}

type SummaryProps = Pick<ImportPreviewProps, 'files' | 'preview'> & {
  missing: readonly string[];
  /** The button that applies the suggestion. */
  children: ReactNode;
};

function Summary({ files, preview, missing, children }: SummaryProps) {
  const { report, preset, is_detected, read_bytes, near_duplicates: near } = preview;
  const [first] = files;
  if (missing.length > 0)
    return (
      <Banner
        title={`Choose a column for ${missing.map((field) => fieldName(field).toLowerCase()).join(' and ')}`}
        action={children}
      >
        {missing.length === 1 ? 'Without it' : 'Without them'}, no record can be read. Nothing is imported yet.
      </Banner>
    );
  return (
    <div className="stack gap-4">
      {first && read_bytes !== null && (
        <Banner tone="neutral" title={`Preview of the first ${formatBytes(read_bytes)}`}>
          The import reads all {formatBytes(first.size)}.
        </Banner>
      )}
      {first && files.length > 1 && (
        <Banner tone="neutral" title={`Preview of ${first.name}`}>
          The other files are imported with the same settings.
        </Banner>
      )}
      <p>
        <span className="font-medium">{plural(report.read, 'record')} read.</span>{' '}
        {preset === null
          ? 'Columns are recognized by their names. '
          : `${is_detected ? 'Detected preset' : 'Preset'}: ${presetName(preset)}. `}
        {guessedText(report)}
        {report.retired > 0 && `${formatNumber(report.retired)} missing from the file would be retired. `}
        {!!report.held && `${plural(report.held, 'view count')} would need your approval. `}
        {!!report.shared_ids && sharedIdsText(report.shared_ids)}
        {!!near && `${plural(near, 'new hook has', 'new hooks have')} almost the same words as another hook. `}
        <span className="text-muted">Nothing is imported yet.</span>
      </p>
      <ReportStats report={report} />
    </div>
  );
}

// SourcePreviewView: what the first run of a source would import: the first hooks, the pending records with reasons, and the cost.
import { type ReactNode, useState } from 'react';
import type { SourcePreview } from '../../../api/openapi.ts';
import { Button, ButtonRow } from '../../../kit/forms/button.tsx';
import { formatBytes, formatNumber, plural } from '../../../kit/page/format.ts';
import { Problem } from '../../../kit/page/problem.tsx';
import { PreviewTable } from '../../imports/preview-table.tsx';
import { ReasonList } from '../../imports/reason-list.tsx';
import { ReportStats } from '../../imports/report-stats.tsx';
import { SourceNotices } from '../source-notices.tsx';
import { usageText } from '../usage-text.ts';

type SourcePreviewProps = {
  found: SourcePreview;
  /** Text of the button that saves. */
  action: string;
  onSave: () => Promise<void>;
  onBack: () => void;
  /** Buttons that set a secret again, for a preview that read nothing. */
  secrets: ReactNode;
};

export function SourcePreviewView({ found, action, onSave, onBack, secrets }: SourcePreviewProps) {
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const { preview, notices } = found;
  // If nothing was read, saving is not the suggested next step.
  const isUnread = preview === null && notices.length > 0;
  const save = async () => {
    setSaving(true);
    setError(undefined);
    await onSave().catch((thrown) => {
      setError(thrown);
      setSaving(false);
    });
  };
  return (
    <section className="stack gap-5" aria-label="Preview" tabIndex={-1} ref={focusTop}>
      {error !== undefined && <Problem error={error} />}
      <p role="status">
        <span className="font-medium">{headline(found)}</span> {details(found)}{' '}
        <span className="text-muted">Nothing is saved yet.</span>
      </p>
      <SourceNotices notices={notices} isPreview />
      {preview && (
        <>
          <ReportStats report={preview.report} />
          {preview.records.length > 0 && <PreviewTable records={preview.records} />}
          <ReasonList reasons={preview.reasons} />
        </>
      )}
      <ButtonRow>
        {isUnread && (
          <Button kind="primary" disabled={isSaving} onClick={onBack}>
            Back
          </Button>
        )}
        <Button kind={isUnread ? undefined : 'primary'} busy={isSaving} onClick={() => void save()}>
          {isUnread ? `${action} anyway` : action}
        </Button>
        {isUnread ? (
          secrets
        ) : (
          <Button kind="ghost" disabled={isSaving} onClick={onBack}>
            Back
          </Button>
        )}
      </ButtonRow>
    </section>
  );
}

/** “10 of the 50 newest videos.” */
function headline({ preview, found, notices }: SourcePreview): string {
  if (!found) return `${plural(preview?.report.read ?? 0, 'record')} read.`;
  const seen = found.imported + found.watched + found.skipped;
  if (seen === 0) return notices.length > 0 ? 'No videos could be read.' : 'No videos found.';
  return `${formatNumber(found.imported)} of the ${plural(seen, 'newest video')} would be imported.`;
}

function details({ preview, found, parts: { read, total }, usage }: SourcePreview): string {
  const cost = usageText(usage);
  const sentences = [
    found && found.watched > 0 && `${formatNumber(found.watched)} with too few views so far, checked again later.`,
    found && found.skipped > 0 && `${formatNumber(found.skipped)} too long, horizontal or live.`,
    read < total && `Read from ${formatNumber(read)} of ${formatNumber(total)} ${found ? 'locations' : 'files'}.`,
    preview?.read_bytes != null && `Only the first ${formatBytes(preview.read_bytes)}.`,
    cost && `Cost: ${cost}.`,
    preview &&
      found &&
      found.imported > preview.report.read &&
      `The first ${formatNumber(preview.report.read)} are below.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Moves the focus for screen readers, since the preview replaces the form. The dialog's title stays in view. */
function focusTop(section: HTMLElement | null): void {
  section?.focus({ preventScroll: true });
  section?.closest('dialog')?.scrollTo(0, 0);
}

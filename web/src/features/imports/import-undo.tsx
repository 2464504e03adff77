// ImportUndo: undoes an import after a confirmation that says what will happen, and shows the result.
import { useState } from 'react';
import { undoImport } from '../../api/curation.ts';
import type { ImportDetail, ImportUndo as Result } from '../../api/openapi.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { formatDate, formatNumber, plural } from '../../kit/page/format.ts';

export function ImportUndo({ detail, onUndone }: { detail: ImportDetail; onUndone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const [result, setResult] = useState<Result>();
  const { id, undone_at, undo_until } = detail;
  if (undone_at) return <Undone at={undone_at} sourceId={detail.source_id} result={result} />;
  if (!undo_until) return null;
  const undo = async () => {
    setResult(await undoImport(id));
    onUndone();
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon="refresh" onClick={() => setAsking(true)}>
        Undo import
      </Button>
      <span className="text-muted">
        Possible until <Time at={undo_until} format={formatDate} />
      </span>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Undo this import?"
        action="Undo import"
        onConfirm={undo}
      >
        <p>The catalog becomes as if this import had never run, in one version:</p>
        <ul className="list-disc pl-5">
          <li>Hooks that it added leave the catalog and the review queue, unless a later import has them too.</li>
          <li>Hooks that it changed or retired get back what they had, with what later imports changed.</li>
          <li>Decisions and edits of curators stay.</li>
          <li>Webhooks that were sent are not taken back. Clients see the changes at /changes.</li>
        </ul>
        <p>Import the file again to bring its hooks back under the same ids.</p>
      </ConfirmDialog>
    </div>
  );
}

/** `result` only where it was undone just now. */
function Undone({ at, sourceId, result }: { at: string; sourceId: string | null; result?: Result }) {
  return (
    <Banner tone="neutral" title="Undone">
      <p>
        <Time at={at} />. Import the file again to bring its hooks back.
      </p>
      {result && <p>{describe(result)}</p>}
      {result?.paused_source && sourceId && (
        <p className="flex flex-wrap items-center gap-2">
          Its source is paused, so that it isn’t imported again.
          <LinkButton small href={`/console/sources?source=${sourceId}`}>
            View source
          </LinkButton>
        </p>
      )}
    </Banner>
  );
}

function describe({ removed, restored, kept, delivered }: Result): string {
  return [
    `${plural(removed, 'hook', 'hooks')} removed, ${formatNumber(restored)} restored.`,
    ...(kept > 0 ? [`${plural(kept, 'hook stays', 'hooks stay')}, since a later import has the same.`] : []),
    ...(delivered > 0 ? [`${plural(delivered, 'webhook delivery', 'webhook deliveries')} had carried its hooks.`] : []),
  ].join(' ');
}

// ImportUndo: the button that undoes an import, after a confirmation that counts what changes; `?undo=` opens it.
import { useEffect, useState } from 'react';
import { importsPath, undoImport } from '../../api/curation.ts';
import type { ImportDetail, ImportUndo as Result } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Button } from '../../kit/forms/button.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { formatDate, plural } from '../../kit/page/format.ts';
import { useQueryState } from '../../kit/page/query-state.ts';
import { importHref } from './import-uploads.ts';

export function ImportUndo({ id, onUndone }: { id: string; onUndone: () => unknown }) {
  const [asking, setAsking] = useQueryState('undo');
  // The import's dialog opens first, so that this one is above it.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const { data, mutate } = useApi<ImportDetail>(`${importsPath}/${id}`);
  const { report, undo_until, undone_at, filename } = data ?? {};
  if (!report || !undo_until || undone_at) return null;
  const added = report.added + report.pending;
  const undo = async () => {
    const result = await undoImport(id);
    await Promise.all([mutate(), onUndone()]);
    toast(`${filename} undone. ${describe(result)}`, 'good', ['View', importHref(id)]);
  };
  return (
    <>
      <Button
        small
        icon="refresh"
        title={`Possible until ${formatDate(undo_until)}`}
        onClick={() => setAsking('1', { replace: true })}
      >
        Undo
      </Button>
      <ConfirmDialog
        isOpen={isMounted && asking !== ''}
        onClose={() => setAsking('', { replace: true })}
        title="Undo this import?"
        action="Undo import"
        onConfirm={undo}
      >
        <p>
          {added > 0 && `Removes the ${plural(added, 'hook')} that it added. `}
          {report.updated + report.retired > 0 && 'Restores the hooks that it changed. '}
          Later changes stay. Deliveries already sent are not revoked.
        </p>
      </ConfirmDialog>
    </>
  );
}

function describe({ removed, restored, kept, delivered, paused_source }: Result): string {
  return [
    ...(removed > 0 ? [`${plural(removed, 'hook was', 'hooks were')} removed.`] : []),
    ...(restored > 0 ? [`${plural(restored, 'hook was', 'hooks were')} restored.`] : []),
    ...(kept > 0 ? [`${plural(kept, 'hook')} kept later changes.`] : []),
    ...(delivered > 0 ? [`${plural(delivered, 'webhook delivery', 'webhook deliveries')} had been sent.`] : []),
    ...(paused_source === null ? [] : [`The source ${paused_source} was paused.`]),
  ].join(' ');
}

// AlertList: trend alerts with their last notification; each can be paused, changed and deleted.
import type { TrendAlert } from '@hookline/sdk';
import { useState } from 'react';
import { Badge } from '../../../kit/display/badge.tsx';
import { EmptyState } from '../../../kit/display/empty-state.tsx';
import { Time } from '../../../kit/display/time.tsx';
import { Button, ButtonRow } from '../../../kit/forms/button.tsx';
import { ConfirmDialog } from '../../../kit/overlay/confirm-dialog.tsx';
import { Menu } from '../../../kit/overlay/menu.tsx';
import { toastError } from '../../../kit/overlay/toast.tsx';
import { useCollectionNames } from '../../filters/use-collection-names.ts';
import { changeAlert, deleteAlert, termsText, titleOf, toldText, watchedText } from './alert-client.ts';

type AlertListProps = {
  alerts: readonly TrendAlert[];
  /** True if the link led to a trend alert that no longer exists. */
  isMissing: boolean;
  isViewOnly: boolean;
  onCreate: () => void;
  onEdit: (id: string) => void;
};

export function AlertList({ alerts, isMissing, isViewOnly, onCreate, onEdit }: AlertListProps) {
  const [deleting, setDeleting] = useState<TrendAlert>();
  const collectionName = useCollectionNames(...alerts.map(({ filters }) => filters));
  return (
    <div className="stack gap-4">
      {isMissing && (
        <p role="status" className="text-warn">
          The alert of this link was deleted, or belongs to another account.
        </p>
      )}
      {alerts.length === 0 ? (
        <EmptyState title="No trend alerts yet">
          A trend alert notifies you by email or webhook when a value, such as an archetype in your niche, heats up or
          cools down.
        </EmptyState>
      ) : (
        <ul aria-label="Trend alerts" className="divide-y rounded-md border">
          {alerts.map((alert) => (
            <li key={alert.alert_id} className="flex gap-3 px-3 py-2.5">
              <div className="stack min-w-0 flex-1 gap-1">
                <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                  {titleOf(alert, collectionName)}
                  {alert.status === 'paused' && <Badge tone="warn">Paused</Badge>}
                </p>
                <p className="text-xs text-muted wrap-anywhere">
                  {alert.name !== null && `${watchedText(alert, collectionName)}. `}
                  {termsText(alert)}.
                </p>
                <p className="text-xs text-muted wrap-anywhere">
                  {alert.last_told_at ? (
                    <>
                      Last <Time at={alert.last_told_at} />: {toldText(alert)}
                    </>
                  ) : (
                    'No change yet'
                  )}
                </p>
              </div>
              {!isViewOnly && (
                <AlertMenu
                  alert={alert}
                  title={titleOf(alert, collectionName)}
                  onEdit={onEdit}
                  onDelete={() => setDeleting(alert)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isViewOnly && (
        <ButtonRow>
          <Button kind="primary" icon="plus" onClick={onCreate}>
            Create alert
          </Button>
        </ButtonRow>
      )}
      <ConfirmDialog
        isOpen={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title="Delete trend alert"
        action="Delete alert"
        onConfirm={async () => deleting && deleteAlert(deleting.alert_id)}
      >
        {deleting && <p className="font-medium text-ink wrap-anywhere">{titleOf(deleting, collectionName)}</p>}
        <p>You get no more alerts about these trends. To stop for a while, pause it instead.</p>
      </ConfirmDialog>
    </div>
  );
}

type AlertMenuProps = { alert: TrendAlert; title: string; onEdit: (id: string) => void; onDelete: () => void };

function AlertMenu({ alert, title, onEdit, onDelete }: AlertMenuProps) {
  const { alert_id: id, status } = alert;
  const set = (next: TrendAlert['status']) => () => void changeAlert(id, { status: next }).catch(toastError);
  return (
    <Menu
      label={`Actions for ${title}`}
      items={[
        { label: 'Edit…', icon: 'label', onSelect: () => onEdit(id) },
        status === 'active'
          ? { label: 'Pause', icon: 'pause', onSelect: set('paused') }
          : { label: 'Resume', icon: 'play', onSelect: set('active') },
        'separator',
        { label: 'Delete…', icon: 'trash', danger: true, onSelect: onDelete },
      ]}
    />
  );
}

// TrendAlerts: the buttons of the Trends page and their dialog. `?alerts=all` lists the alerts, `new` and an id open the form; emails link to it.

import type { TrendAlert } from '@hookline/sdk';
import { useApi } from '../../../api/use-api.ts';
import { Skeleton } from '../../../kit/display/skeleton.tsx';
import { Button } from '../../../kit/forms/button.tsx';
import { Dialog } from '../../../kit/overlay/dialog.tsx';
import { useActions } from '../../../kit/page/actions.ts';
import { Problem } from '../../../kit/page/problem.tsx';
import { changeQuery, useQueryState } from '../../../kit/page/query-state.ts';
import { useMay } from '../../../shell/session.tsx';
import { useCollectionNames } from '../../filters/use-collection-names.ts';
import { alertsPath, titleOf } from './alert-client.ts';
import { AlertForm, type ShownTrends } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';

const show = (view: string | undefined) => () => changeQuery({ alerts: view }, { replace: view === undefined });
const create = show('new');
const list = show('all');

export default function TrendAlerts({ shown }: { shown: ShownTrends }) {
  const [view] = useQueryState('alerts');
  const mayChange = useMay('change');
  useActions(mayChange ? [{ title: 'Create trend alert', icon: 'plus', run: create }] : []);
  return (
    <>
      <Button icon="inbox" onClick={list}>
        Alerts
      </Button>
      {mayChange && (
        <Button kind="primary" icon="plus" onClick={create}>
          Alert me
        </Button>
      )}
      <AlertsDialog view={mayChange || view === '' ? view : 'all'} shown={shown} isViewOnly={!mayChange} />
    </>
  );
}

type AlertsDialogProps = { view: string; shown: ShownTrends; isViewOnly: boolean };

function AlertsDialog({ view, shown, isViewOnly }: AlertsDialogProps) {
  const { data: alerts, error, mutate } = useApi<TrendAlert[]>(view === '' ? null : alertsPath);
  const alert = alerts?.find(({ alert_id }) => alert_id === view);
  const collectionName = useCollectionNames(alert?.filters);
  const isForm = view === 'new' || alert !== undefined;
  return (
    <Dialog
      isOpen={view !== ''}
      onClose={show(undefined)}
      title={view === 'new' ? 'Create trend alert' : alert ? titleOf(alert, collectionName) : 'Trend alerts'}
      wide
    >
      {isForm ? (
        <AlertForm key={view} alert={alert} shown={shown} onDone={list} onCancel={show(undefined)} />
      ) : error && !alerts ? (
        <Problem error={error} onRetry={() => void mutate()} />
      ) : alerts ? (
        <AlertList
          alerts={alerts}
          isMissing={view.startsWith('alr_')}
          isViewOnly={isViewOnly}
          onCreate={create}
          onEdit={(id) => show(id)()}
        />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
    </Dialog>
  );
}

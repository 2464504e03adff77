// SetupChecklist: open setup tasks of a new service, shown until all are done or it is hidden.
import { request } from '../../api/client.ts';
import type { OperatorSetup } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Card } from '../../kit/display/card.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { SampleData } from '../curation/sample-data.tsx';

const path = '/operator/setup';

export function SetupChecklist({ canChange }: { canChange: boolean }) {
  const { data, mutate } = useApi<OperatorSetup>(path, undefined, { refreshSeconds: 60 });
  const isShown = data !== undefined && !data.done && !data.hidden;
  const change = (body: { hidden?: boolean; backups_confirmed?: boolean }) =>
    request<OperatorSetup>('PATCH', path, { body }).then((changed) => {
      void mutate(changed, { revalidate: false });
      if (body.hidden) toast('Checklist hidden. “Show setup checklist” in the palette restores it.');
    }, toastError);
  const isHidden = canChange && data?.hidden && !data.done;
  useActions(
    isHidden ? [{ title: 'Show setup checklist', icon: 'check', run: () => void change({ hidden: false }) }] : [],
  );
  if (!isShown) return null;
  const done = data.items.filter((item) => item.done).length;
  return (
    <section aria-label="Set up your service">
      <Card flush>
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-4 py-1.5">
          <h2 className="font-semibold">
            Set up your service{' '}
            <span className="font-normal text-muted">
              {done} of {data.items.length} done
            </span>
          </h2>
          {canChange && (
            <Button small kind="ghost" onClick={() => void change({ hidden: true })}>
              Hide
            </Button>
          )}
        </div>
        <ol className="divide-y">
          {data.items.map((item) => (
            <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="flex min-w-0 flex-1 basis-70 items-start gap-2.5">
                {item.done ? (
                  <Icon name="check" className="mt-0.5 text-good" />
                ) : (
                  <span aria-hidden="true" className="m-0.5 mt-1 size-3 shrink-0 rounded-full border border-strong" />
                )}
                <div className="min-w-0">
                  <p className={item.done ? 'text-muted' : 'font-medium'}>
                    {item.title}
                    <span className="sr-only">{item.done ? ', done' : ', to do'}</span>
                  </p>
                  <p className="text-muted wrap-anywhere">{item.detail}</p>
                </div>
              </div>
              {item.id === 'data' && item.done && canChange && <SampleData isBare onRemoved={() => void mutate()} />}
              {item.done && item.can_confirm && canChange && (
                <Button small kind="ghost" onClick={() => void change({ backups_confirmed: false })}>
                  Undo
                </Button>
              )}
              {!item.done && (
                <div className="flex gap-2">
                  {item.can_confirm && canChange && (
                    <Button small onClick={() => void change({ backups_confirmed: true })}>
                      Confirm
                    </Button>
                  )}
                  <LinkButton small href={item.href}>
                    {item.href.startsWith('/docs') ? 'Read how' : 'Open'}
                  </LinkButton>
                </div>
              )}
            </li>
          ))}
        </ol>
      </Card>
    </section>
  );
}

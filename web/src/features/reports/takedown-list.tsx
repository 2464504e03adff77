// TakedownList: hooks that were taken down, and what imports may not bring back.
import { useState } from 'react';
import { Link } from 'wouter';
import type { Takedown } from '../../api/openapi.ts';
import { usePages } from '../../api/use-pages.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { liftTakedown, readTakedowns, takedownsPath } from './takedown-client.ts';

const kindTexts: Readonly<Record<Takedown['blocks'][number], string>> = {
  text: 'Text',
  source_url: 'Video',
  creator: 'Creator',
};

export function TakedownList() {
  const list = usePages([takedownsPath], (after) => readTakedowns({ limit: 25, after }));
  const [lifting, setLifting] = useState<Takedown>();
  return (
    <div className="stack gap-4">
      <LoadList
        from={list}
        skeleton={<Skeleton className="h-80 w-full" />}
        empty={
          <EmptyState title="Nothing is blocked">
            Taking a hook down blocks its text and video from being imported again.
          </EmptyState>
        }
      >
        {(takedowns) => (
          <ul aria-label="Takedowns" className="divide-y rounded-md border bg-surface">
            {takedowns.map((takedown) => (
              <Row key={takedown.id} of={takedown} onLift={() => setLifting(takedown)} />
            ))}
          </ul>
        )}
      </LoadList>
      <ConfirmDialog
        isOpen={lifting !== undefined}
        onClose={() => setLifting(undefined)}
        title="Lift block"
        action="Lift block"
        onConfirm={async () => {
          if (lifting) await liftTakedown(lifting.id);
          list.mutate();
        }}
      >
        Imports may add it again, as a new hook. The hook taken down stays deleted. You can’t undo this.
      </ConfirmDialog>
    </div>
  );
}

function Row({ of: { hook_id, reason, blocks, created_at, purged_at, lifted_at }, onLift }: RowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4">
      <div className="stack min-w-0 flex-1 basis-80 gap-2">
        <p dir="auto" className="max-w-180 whitespace-pre-line wrap-anywhere">
          {reason}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-xs text-faint">
          <span>
            Taken down <Time at={created_at} />
          </span>
          <Link href={`/console/hooks?hook=${hook_id}`} className="font-mono underline underline-offset-2">
            {hook_id}
          </Link>
          {purged_at === null && <Badge tone="warn">Deleting copies</Badge>}
        </p>
        <p className="flex flex-wrap items-center gap-1.5 text-xs text-muted">
          {lifted_at ? (
            <span>
              Block lifted <Time at={lifted_at} />
            </span>
          ) : (
            <>
              Blocked: {blocks.length === 0 && 'nothing'}
              {blocks.map((kind) => (
                <Badge key={kind}>{kindTexts[kind]}</Badge>
              ))}
            </>
          )}
        </p>
      </div>
      {!lifted_at && blocks.length > 0 && (
        <Button small kind="ghost" onClick={onLift}>
          Lift block…
        </Button>
      )}
    </li>
  );
}

type RowProps = { of: Takedown; onLift: () => void };

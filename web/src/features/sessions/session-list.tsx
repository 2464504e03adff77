// SessionList: the browsers that are signed in, and how to sign out one, the others or all.
import { useState } from 'react';
import type { SessionEntry } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { actionsColumn, type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { formatDate } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { leaveAccount } from '../../shell/session.tsx';
import type { SessionActions } from './session-client.ts';

type Ending = SessionEntry | 'others' | 'all';

type SessionListProps = {
  sessions: SessionActions;
  title?: string;
  description: string;
  /** True for sessions of several people. */
  isShared?: boolean;
};

export function SessionList({ sessions, title = 'Sessions', description, isShared = false }: SessionListProps) {
  const response = useApi<SessionEntry[]>([sessions.path], sessions.read);
  const [ending, setEnding] = useState<Ending>();
  const others = response.data?.filter(({ current }) => !current).length ?? 0;
  const table = (rows: readonly SessionEntry[] | undefined) => (
    <SessionTable sessions={rows} isShared={isShared} onEnd={setEnding} />
  );
  return (
    <Section
      title={title}
      description={description}
      actions={
        <>
          {isShared && <ApiCall call={{ path: sessions.path, isOperator: true }} />}
          {others > 0 && <Button onClick={() => setEnding('others')}>Sign out others</Button>}
          <Button onClick={() => setEnding('all')}>Sign out everywhere</Button>
        </>
      }
    >
      <Load from={response} skeleton={table(undefined)}>
        {table}
      </Load>
      <EndDialog
        ending={ending}
        sessions={sessions}
        isShared={isShared}
        onClose={() => setEnding(undefined)}
        onEnded={() => response.mutate()}
      />
    </Section>
  );
}

type SessionTableProps = {
  sessions: readonly SessionEntry[] | undefined;
  isShared: boolean;
  onEnd: (session: SessionEntry) => void;
};

function SessionTable({ sessions, isShared, onEnd }: SessionTableProps) {
  const who: Column<SessionEntry> = {
    id: 'email',
    header: 'Operator',
    cell: ({ email }) => <span className="wrap-anywhere">{email ?? 'Operator without email'}</span>,
  };
  const columns: Column<SessionEntry>[] = [
    {
      id: 'browser',
      header: 'Browser',
      cell: ({ user_agent, current }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{user_agent ?? 'Unknown browser'}</span>
          {current && <Badge tone="good">This session</Badge>}
        </span>
      ),
    },
    ...(isShared ? [who] : []),
    {
      id: 'address',
      header: 'IP address',
      cell: ({ address }) => <span className="font-mono text-xs text-muted wrap-anywhere">{address ?? '–'}</span>,
    },
    { id: 'started', header: 'Signed in', cell: ({ started_at }) => <Time at={started_at} /> },
    { id: 'expires', header: 'Ends', cell: ({ expires_at }) => <Time at={expires_at} format={formatDate} /> },
    {
      ...actionsColumn,
      className: 'w-24',
      cell: (session) =>
        !session.current && (
          <Button small onClick={() => onEnd(session)} aria-label={`Sign out ${session.user_agent ?? 'browser'}`}>
            Sign out
          </Button>
        ),
    },
  ];
  return (
    <Table
      label="Sessions"
      columns={columns}
      rows={sessions}
      rowKey={({ id }) => id}
      skeletonRows={2}
      empty={<EmptyState title="No sessions">Nobody is signed in.</EmptyState>}
    />
  );
}

type EndDialogProps = {
  ending: Ending | undefined;
  sessions: SessionActions;
  isShared: boolean;
  onClose: () => void;
  onEnded: () => Promise<unknown>;
};

function EndDialog({ ending, sessions, isShared, onClose, onEnded }: EndDialogProps) {
  const confirm = async () => {
    if (ending === 'all') {
      await sessions.endAll(true);
      leaveAccount('/sign-in');
    } else if (ending === 'others') await sessions.endAll(false);
    else if (ending) await sessions.end(ending.id);
    await onEnded();
  };
  const action = ending === 'all' ? 'Sign out everywhere' : ending === 'others' ? 'Sign out others' : 'Sign out';
  return (
    <ConfirmDialog isOpen={ending !== undefined} onClose={onClose} title={action} action={action} onConfirm={confirm}>
      <p>{consequence(ending, isShared)}</p>
      {!isShared && <p>API keys keep working.</p>}
    </ConfirmDialog>
  );
}

function consequence(ending: Ending | undefined, isShared: boolean): string {
  const owner = isShared ? 'of every operator listed here' : 'of this account';
  if (ending === 'all') return `All sessions ${owner} end, this one too. Signing in requires a new link.`;
  if (ending === 'others') return `All other sessions ${owner} end. You stay signed in here.`;
  const browser = ending?.user_agent ?? 'This browser';
  return `${browser}${ending?.address ? ` at ${ending.address}` : ''} is signed out immediately.`;
}

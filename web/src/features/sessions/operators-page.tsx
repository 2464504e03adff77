// /console/operators: who operates the service with which role, and where they are signed in.
import { useState } from 'react';
import type { Operator } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { actionsColumn, type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { EmailRoleForm } from '../../kit/forms/email-role-form.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { capitalized, formatDate } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { useSession } from '../../shell/session.tsx';
import { useMailOff } from '../accounts/dialogs/mail-fields.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { addOperator, operatorSessions, operatorsPath, removeOperator } from './session-client.ts';
import { SessionList } from './session-list.tsx';

const roleText: Readonly<Record<Operator['role'], string>> = {
  owner: 'Everything, operators included',
  curator: 'Hooks, review, sources and imports',
  support: 'Accounts, key requests, webhooks, exports and usage',
};

const roleOptions = Object.entries(roleText).map(([value, text]) => ({
  value,
  label: `${capitalized(value)}: ${text}`,
}));

export function OperatorsPage() {
  const isOwner = useSession().permissions.includes('system');
  return (
    <PageBody>
      <PageHeader
        title="Operators"
        description="Who operates Hookline, and where they are signed in. Sign-ins are listed in the audit log."
      />
      {isOwner && <Operators />}
      <SessionList
        sessions={operatorSessions}
        isShared
        description={`${isOwner ? 'Sessions of all operators' : 'Your sessions'}. Each ends after 30 days.`}
      />
      <PasskeyList />
    </PageBody>
  );
}

function Operators() {
  const response = useApi<{ operators: Operator[] }>(operatorsPath);
  const [removing, setRemoving] = useState<Operator>();
  const [isAdding, setAdding] = useQueryState('new');
  const close = () => setAdding('');
  const isMailOff = useMailOff();
  const table = (operators: readonly Operator[] | undefined) => (
    <OperatorTable operators={operators} onRemove={setRemoving} />
  );
  return (
    <Section
      title="People"
      description={
        isMailOff
          ? 'Mail is off: they request a link at /sign-in, and the log of the service shows it.'
          : 'They sign in with a link sent to their email.'
      }
      actions={
        <>
          <ApiCall call={{ path: operatorsPath, isOperator: true }} />
          <Button kind="primary" icon="plus" onClick={() => setAdding('1')}>
            Add operator
          </Button>
        </>
      }
    >
      <Load from={response} skeleton={table(undefined)}>
        {({ operators }) => table(operators)}
      </Load>
      <Dialog isOpen={isAdding !== ''} onClose={close} title="Add operator">
        <EmailRoleForm
          title="Add operator"
          submit="Add operator"
          hint={`${isMailOff ? 'They get no email, since mail is off.' : 'We email them how to sign in.'} If they are an operator already, only their role changes.`}
          roles={roleOptions}
          defaultRole="curator"
          onSubmit={async (person) => {
            await addOperator(person);
            await response.mutate();
            close();
          }}
          onCancel={close}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title="Remove operator"
        action="Remove operator"
        nameToType={removing?.email}
        onConfirm={async () => {
          if (removing) await removeOperator(removing.id);
          await response.mutate();
        }}
      >
        <p>
          <span className="font-medium text-ink wrap-anywhere">{removing?.email}</span> is signed out immediately and
          can no longer sign in. Audit records keep the email.
        </p>
      </ConfirmDialog>
    </Section>
  );
}

type OperatorTableProps = { operators: readonly Operator[] | undefined; onRemove: (operator: Operator) => void };

function OperatorTable({ operators, onRemove }: OperatorTableProps) {
  const columns: Column<Operator>[] = [
    { id: 'email', header: 'Email', cell: ({ email }) => <span className="font-medium wrap-anywhere">{email}</span> },
    {
      id: 'role',
      header: 'Role',
      cell: ({ role }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Badge>{capitalized(role)}</Badge>
          <span className="text-xs text-muted">{roleText[role]}</span>
        </span>
      ),
    },
    { id: 'added', header: 'Added', cell: ({ added_at }) => <Time at={added_at} format={formatDate} /> },
    {
      ...actionsColumn,
      className: 'w-14',
      cell: (operator) => (
        <Menu
          label={`Actions for ${operator.email}`}
          items={[
            {
              label: 'Show activity',
              icon: 'audit',
              href: `/console/audit?actor=${encodeURIComponent(operator.email)}`,
            },
            { label: 'Remove…', icon: 'trash', danger: true, onSelect: () => onRemove(operator) },
          ]}
        />
      ),
    },
  ];
  return (
    <Table
      label="Operators"
      columns={columns}
      rows={operators}
      rowKey={({ id }) => id}
      skeletonRows={2}
      empty={
        <EmptyState title="No named operators">
          Everyone signs in with links from <code className="font-mono text-xs">npx hookline admin sign-in</code>. Add
          operators, so that each has a role and a name in the audit log.
        </EmptyState>
      }
    />
  );
}

// PasskeyList: the passkeys of the signed-in user, with adding and removing. Renders nothing where the site does not offer them.
import { useState } from 'react';
import type { OwnPasskeys, Passkey } from '../../api/openapi.ts';
import {
  addPasskey,
  isPasskeyCanceled,
  isPasskeyKnown,
  passkeysPath,
  passkeysWork,
  removePasskey,
} from '../../api/passkeys.ts';
import { useApi } from '../../api/use-api.ts';
import { Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { actionsColumn, type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatDate } from '../../kit/page/format.ts';

export function PasskeyList() {
  const { data, mutate } = useApi<OwnPasskeys>(passkeysPath);
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  if (!data || (!data.offered && data.passkeys.length === 0)) return null;
  const canAdd = data.offered && passkeysWork;
  return (
    <Section
      title="Passkeys"
      description="Sign in with your fingerprint, face or security key instead of an emailed link."
      actions={canAdd && <Button onClick={() => setAdding(true)}>Add passkey</Button>}
    >
      <PasskeyTable passkeys={data.passkeys} onRemove={setRemoving} />
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title="Add passkey">
        {isAdding && <AddForm onClose={() => setAdding(false)} onAdded={() => mutate()} />}
      </Dialog>
      <ConfirmDialog
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title="Remove passkey"
        action="Remove passkey"
        onConfirm={async () => {
          if (removing) await removePasskey(removing.id);
          await mutate();
        }}
      >
        <p>
          <span className="font-medium text-ink wrap-anywhere">{removing?.name}</span> can no longer sign in. Sessions
          that it started continue until you sign them out.
        </p>
      </ConfirmDialog>
    </Section>
  );
}

type PasskeyTableProps = { passkeys: readonly Passkey[]; onRemove: (passkey: Passkey) => void };

function PasskeyTable({ passkeys, onRemove }: PasskeyTableProps) {
  const columns: Column<Passkey>[] = [
    { id: 'name', header: 'Name', cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span> },
    { id: 'added', header: 'Added', cell: ({ created_at }) => <Time at={created_at} format={formatDate} /> },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ last_used_at }) =>
        last_used_at ? <Time at={last_used_at} /> : <span className="text-muted">Never</span>,
    },
    {
      ...actionsColumn,
      className: 'w-24',
      cell: (passkey) => (
        <Button small onClick={() => onRemove(passkey)} aria-label={`Remove ${passkey.name}`}>
          Remove
        </Button>
      ),
    },
  ];
  return (
    <Table
      label="Passkeys"
      columns={columns}
      rows={passkeys}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No passkeys">You sign in with emailed links.</EmptyState>}
    />
  );
}

function AddForm({ onClose, onAdded }: { onClose: () => void; onAdded: () => Promise<unknown> }) {
  const submit = async (values: FormValues) => {
    try {
      await addPasskey(values.text('name') ?? '');
    } catch (error) {
      if (isPasskeyCanceled(error)) return;
      if (isPasskeyKnown(error)) throw new Error('This device already has a passkey of yours. Remove it first.');
      throw error;
    }
    await onAdded();
    onClose();
  };
  return (
    <Form onSubmit={submit} label="Add passkey">
      <TextField name="name" label="Name" maxLength={60} placeholder="Work laptop" />
      <FormActions submit="Add passkey" onCancel={onClose} />
    </Form>
  );
}

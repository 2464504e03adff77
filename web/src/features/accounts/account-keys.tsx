// AccountKeys: a customer's API keys in the console, managed on the customer's behalf.
import { useState } from 'react';
import type { AccountOverview, Key } from '../../api/openapi.ts';
import { accountPath, keysOf } from '../../api/operator-accounts.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Load } from '../../kit/page/load.tsx';
import { useKeyCalls } from '../keys/key-calls.ts';
import { KeyDialogs, type OpenKeyDialog } from '../keys/key-dialogs.tsx';
import { endOf } from '../keys/key-state.ts';
import { ActiveKeys, InactiveKeys } from '../keys/key-tables.tsx';

type AccountKeysProps = { account: AccountOverview; onChanged: () => Promise<unknown> };

export function AccountKeys({ account, onChanged }: AccountKeysProps) {
  const path = `${accountPath(account.id)}/keys`;
  const response = useApi<{ keys: Key[] }>(path);
  const calls = useKeyCalls(`${accountPath(account.id)}/usage/history`);
  const [open, setOpen] = useState<OpenKeyDialog>();
  const now = useNow();
  const show = (type: 'edit' | 'regenerate' | 'revoke') => (key: Key) => setOpen({ type, key });
  const rename = (key: Key, name: string) =>
    keysOf(account.id)
      .update(key.id, { name })
      .then(() => response.mutate());
  const table = (of: readonly Key[] | undefined) => (
    <ActiveKeys
      keys={of}
      calls={calls}
      onRename={rename}
      onEdit={show('edit')}
      onRegenerate={show('regenerate')}
      onRevoke={show('revoke')}
    />
  );
  return (
    <Section
      title="Keys"
      description="Keys act as the customer. Send new keys over a secure channel."
      actions={
        <>
          <ApiCall call={{ path, isOperator: true }} />
          <Button kind="primary" icon="plus" onClick={() => setOpen({ type: 'create' })}>
            Create key
          </Button>
        </>
      }
    >
      <Load from={response} skeleton={table(undefined)}>
        {({ keys }) => {
          const active = keys.filter((key) => endOf(key, now) === undefined);
          const inactive = keys.filter((key) => endOf(key, now) !== undefined);
          return (
            <>
              {active.length > 0 ? (
                table(keys)
              ) : (
                <EmptyState title="No active keys">
                  The customer can create one in the dashboard after signing in as {account.email}.
                </EmptyState>
              )}
              {inactive.length > 0 && <InactiveKeys keys={inactive} calls={calls} />}
            </>
          );
        }}
      </Load>
      <KeyDialogs
        open={open}
        holder={account.name}
        keyActions={keysOf(account.id)}
        onClose={() => setOpen(undefined)}
        onChanged={async () => {
          await response.mutate();
          await onChanged();
        }}
      />
    </Section>
  );
}

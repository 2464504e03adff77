// The keys of a customer, managed on the customer's behalf with the parts of /dashboard/keys.
import { useState } from 'react';
import type { AccountOverview } from '../../../../src/accounts/queries.ts';
import type { Key } from '../../../../src/auth/key.ts';
import { accountPath, keysOf } from '../../api/operator-accounts.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Load } from '../../kit/page/load.tsx';
import { KeyDialogs, type OpenKeyDialog } from '../keys/key-dialogs.tsx';
import { endOf } from '../keys/key-state.ts';
import { EndedKeys, LiveKeys } from '../keys/key-tables.tsx';

type AccountKeysProps = { account: AccountOverview; onChanged: () => Promise<unknown> };

export function AccountKeys({ account, onChanged }: AccountKeysProps) {
  const path = `${accountPath(account.id)}/keys`;
  const found = useApi<{ keys: Key[] }>(path);
  const [open, setOpen] = useState<OpenKeyDialog>();
  const now = useNow();
  const show = (what: 'regenerate' | 'revoke') => (key: Key) => setOpen({ what, key });
  const table = (keys: readonly Key[] | undefined) => (
    <LiveKeys keys={keys} onRegenerate={show('regenerate')} onRevoke={show('revoke')} />
  );
  return (
    <Section
      title="Keys"
      description="They are the customer's: hand a key over by a way that nobody else reads."
      actions={
        <>
          <ApiCall call={{ path, isOperator: true }} />
          <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'create' })}>
            Create key
          </Button>
        </>
      }
    >
      <Load from={found} skeleton={table(undefined)}>
        {({ keys }) => {
          const live = keys.filter((key) => endOf(key, now) === undefined);
          const ended = keys.filter((key) => endOf(key, now) !== undefined);
          return (
            <>
              {live.length > 0 ? (
                table(live)
              ) : (
                <EmptyState title="No key works">
                  The holder can make one in the dashboard, after signing in with {account.email}.
                </EmptyState>
              )}
              {ended.length > 0 && <EndedKeys keys={ended} />}
            </>
          );
        }}
      </Load>
      <KeyDialogs
        open={open}
        holder={account.name}
        verbs={keysOf(account.id)}
        onClose={() => setOpen(undefined)}
        onChanged={async () => {
          await found.mutate();
          await onChanged();
        }}
      />
    </Section>
  );
}

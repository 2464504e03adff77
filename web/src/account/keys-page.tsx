// /dashboard/keys: the account's keys, the live ones first, with what may be done to each.
import { useState } from 'react';
import type { IssuedKey, Key } from '../../../src/accounts/key.ts';
import { keysPath, revokeKey } from '../api/account.ts';
import { useApi } from '../api/use-api.ts';
import { useActions } from '../kit/actions.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { formatUntil } from '../kit/format.ts';
import { PageBody, PageHeader } from '../kit/page-header.tsx';
import { Problem } from '../kit/problem.tsx';
import { useNow } from '../kit/time.tsx';
import { IssuedKeyView } from './issued-key.tsx';
import { NewKeyForm, RegenerateForm } from './key-forms.tsx';
import { endOf, expiresSoon } from './key-state.ts';
import { EndedKeys, LiveKeys, NoKeys } from './key-tables.tsx';

/** What stands before the list. */
type Open = { what: 'create' } | { what: 'regenerate' | 'revoke'; key: Key };

export function KeysPage() {
  const { data: keys, error, mutate } = useApi<Key[]>(keysPath);
  const [open, setOpen] = useState<Open>();
  const [issued, setIssued] = useState<IssuedKey>();
  const now = useNow();
  useActions([{ title: 'Create key', icon: 'plus', run: () => setOpen({ what: 'create' }) }]);

  const close = () => {
    setOpen(undefined);
    setIssued(undefined);
  };
  const show = (key: IssuedKey) => {
    setIssued(key);
    void mutate();
  };
  const live = keys?.filter((key) => endOf(key, now) === undefined);
  const ended = keys?.filter((key) => endOf(key, now) !== undefined) ?? [];
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'create' })}>
      Create key
    </Button>
  );
  const regenerate = (key: Key) => setOpen({ what: 'regenerate', key });

  return (
    <PageBody>
      <PageHeader
        title="Keys"
        description="Each request to the API carries a key. Give every program its own, so that one can be replaced alone."
        actions={live?.length !== 0 && create}
      />
      {live
        ?.filter((key) => expiresSoon(key, now))
        .map((key) => (
          <Banner
            key={key.id}
            title={`${key.name} expires ${formatUntil(Date.parse(key.expires_at ?? ''), now)}`}
            action={<Button onClick={() => regenerate(key)}>Regenerate</Button>}
          >
            Whatever uses it will be refused from then on.
          </Banner>
        ))}
      {error && !keys ? (
        <Problem error={error} onRetry={() => void mutate()} />
      ) : live?.length === 0 ? (
        <NoKeys action={create} />
      ) : (
        <LiveKeys keys={live} onRegenerate={regenerate} onRevoke={(key) => setOpen({ what: 'revoke', key })} />
      )}
      {ended.length > 0 && <EndedKeys keys={ended} />}
      <Dialog
        isOpen={open !== undefined && open.what !== 'revoke'}
        onClose={close}
        title={titleOf(open, issued)}
        locked={issued !== undefined}
        wide={issued !== undefined}
      >
        {issued ? (
          <IssuedKeyView issued={issued} onStored={close} />
        ) : open?.what === 'regenerate' ? (
          <RegenerateForm old={open.key} onIssued={show} onCancel={close} />
        ) : (
          <NewKeyForm onIssued={show} onCancel={close} />
        )}
      </Dialog>
      <RevokeDialog revoking={open?.what === 'revoke' ? open.key : undefined} onClose={close} onRevoked={mutate} />
    </PageBody>
  );
}

type RevokeDialogProps = { revoking: Key | undefined; onClose: () => void; onRevoked: () => Promise<unknown> };

function RevokeDialog({ revoking, onClose, onRevoked }: RevokeDialogProps) {
  return (
    <ConfirmDialog
      isOpen={revoking !== undefined}
      onClose={onClose}
      title="Revoke key"
      action="Revoke key"
      nameToType={revoking?.name}
      onConfirm={async () => {
        if (revoking) await revokeKey(revoking.id);
        await onRevoked();
      }}
    >
      <p>
        <span className="font-medium text-ink">{revoking?.name}</span>{' '}
        <code className="font-mono text-xs whitespace-nowrap">{revoking?.hint}</code> stops working at once and for
        good.
      </p>
      <p>
        {revoking?.last_used_at
          ? `It was last used ${formatUntil(Date.parse(revoking.last_used_at))}. Whatever still uses it will be refused.`
          : 'It was never used.'}
      </p>
    </ConfirmDialog>
  );
}

function titleOf(open: Open | undefined, issued: IssuedKey | undefined): string {
  if (issued) return 'Store this key now';
  return open?.what === 'regenerate' ? `Regenerate ${open.key.name}` : 'Create key';
}

// /dashboard/keys: the account's API keys, active ones first.
import { useState } from 'react';
import { keysPath, ownKeys } from '../../api/account.ts';
import type { Key } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Button, ButtonRow, LinkButton } from '../../kit/forms/button.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { formatUntil } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { useMay } from '../../shell/session.tsx';
import { useKeyCalls } from './key-calls.ts';
import type { OpenKeyDialog } from './key-dialogs.tsx';
import { endOf, expiresSoon, replacementOf } from './key-state.ts';
import { ActiveKeys, InactiveKeys, NoKeys } from './key-tables.tsx';

// Lazy: keeps the page's initial script small.
const KeyDialogs = lazyPart(() => import('./key-dialogs.tsx'), 'KeyDialogs');

export function KeysPage() {
  const { data: keys, error, mutate } = useApi<Key[]>(keysPath);
  const calls = useKeyCalls('/usage/history');
  const [open, setOpen] = useState<OpenKeyDialog>();
  // Emails about new keys link here with this parameter.
  const [idToRevoke] = useQueryState('revoke');
  const [isCreating] = useQueryState('new');
  const now = useNow();
  const isViewOnly = !useMay('change');
  useActions(isViewOnly ? [] : [{ title: 'Create key', icon: 'plus', run: () => setOpen({ type: 'create' }) }]);

  const active = keys?.filter((key) => endOf(key, now) === undefined);
  const inactive = keys?.filter((key) => endOf(key, now) !== undefined) ?? [];
  const create = !isViewOnly && (
    <Button kind="primary" icon="plus" onClick={() => setOpen({ type: 'create' })}>
      Create key
    </Button>
  );
  const show = (type: 'edit' | 'regenerate' | 'revoke') => (key: Key) => setOpen({ type, key });
  const regenerate = show('regenerate');
  const rename = (key: Key, name: string) => ownKeys.update(key.id, { name }).then(() => mutate());
  const linked = active?.find(({ id }) => id === idToRevoke);
  const close = () => {
    setOpen(undefined);
    changeQuery({ revoke: undefined, new: undefined }, { replace: true });
  };

  return (
    <PageBody>
      <PageHeader
        title="Keys & apps"
        description="Keys authenticate API requests. Create one per app, so you can replace each independently."
        actions={active?.length !== 0 && create}
      />
      {active
        ?.filter((key) => expiresSoon(key, now) && !replacementOf(key, keys ?? [], now))
        .map((key) => (
          <Banner
            key={key.id}
            title={`${key.name} expires ${formatUntil(Date.parse(key.expires_at ?? ''), now)}`}
            action={!isViewOnly && <Button onClick={() => regenerate(key)}>Regenerate</Button>}
          >
            Requests with this key will fail after that. Regenerate it to avoid downtime.
          </Banner>
        ))}
      {error && !keys ? (
        <Problem error={error} onRetry={() => void mutate()} />
      ) : active?.length === 0 ? (
        <NoKeys action={create} />
      ) : (
        <ActiveKeys
          keys={keys}
          calls={calls}
          isViewOnly={isViewOnly}
          onRename={rename}
          onEdit={show('edit')}
          onRegenerate={regenerate}
          onRevoke={show('revoke')}
        />
      )}
      {inactive.length > 0 && <InactiveKeys keys={inactive} calls={calls} />}
      <ButtonRow>
        <LinkButton isOutside href="/connect/apps">
          Connected apps
        </LinkButton>
        <LinkButton isOutside href="/docs/connect">
          Connect an agent
        </LinkButton>
      </ButtonRow>
      <KeyDialogs
        open={
          isViewOnly
            ? undefined
            : (open ?? (isCreating ? { type: 'create' } : linked && { type: 'revoke', key: linked }))
        }
        onClose={close}
        keyActions={ownKeys}
        onChanged={mutate}
      />
    </PageBody>
  );
}

// /dashboard/keys: the account's keys, the live ones first, with what may be done to each.
import { useState } from 'react';
import type { Key } from '../../../../src/auth/key.ts';
import { keysPath, ownKeys } from '../../api/account.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { useNow } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { formatUntil } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { KeyDialogs, type OpenKeyDialog } from './key-dialogs.tsx';
import { endOf, expiresSoon } from './key-state.ts';
import { EndedKeys, LiveKeys, NoKeys } from './key-tables.tsx';

export function KeysPage() {
  const { data: keys, error, mutate } = useApi<Key[]>(keysPath);
  const [open, setOpen] = useState<OpenKeyDialog>();
  const now = useNow();
  useActions([{ title: 'Create key', icon: 'plus', run: () => setOpen({ what: 'create' }) }]);

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
      <KeyDialogs open={open} onClose={() => setOpen(undefined)} verbs={ownKeys} onChanged={mutate} />
    </PageBody>
  );
}

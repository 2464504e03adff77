// ShareSettings: the URL of a collection's share page, whether search engines may list it, a new URL, and the end of sharing.
import type { Collection } from '@hookline/sdk';
import { useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { Button, ButtonRow, LinkButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { HiddenAddress, isHidden } from '../searches/hidden-address.tsx';
import { collectionsPath, shareCollection, stopSharing, updateCollection } from './collection-client.ts';

type Action = 'share' | 'renew' | 'stop' | 'index';

export function ShareSettings({ id, onDone }: { id: string; onDone: () => void }) {
  const { data } = useApi<Collection[]>(collectionsPath);
  const collection = data?.find(({ collection_id }) => collection_id === id);
  const [busy, setBusy] = useState<Action>();
  const [asks, setAsks] = useState<'renew' | 'stop'>();
  const [error, setError] = useState<unknown>();
  if (!collection) return null;
  const { share_url: url, indexable } = collection;
  const shown = url && !isHidden(url) ? url : undefined;
  const run = async (action: Action, change: Promise<unknown>) => {
    setBusy(action);
    setError(undefined);
    await change.then(() => setAsks(undefined), setError);
    setBusy(undefined);
  };
  return (
    <div className="stack gap-4">
      {error !== undefined && <Problem error={error} />}
      <p className="text-muted">
        {url ? 'Anyone with the link can' : 'A read-only link lets anyone, without an account,'} see the title,
        description, hooks, notes and tags, and the links to the videos if your plan has them. Nothing else of your
        account is shown.
      </p>
      {url && isHidden(url) && <HiddenAddress action="New link" />}
      {shown && (
        <div className="flex min-w-0 items-center gap-2">
          <input
            readOnly
            aria-label="Share link"
            className="field min-w-0 flex-1 font-mono text-xs"
            value={shown}
            onFocus={({ target }) => target.select()}
          />
          <CopyButton text={shown} label="Copy link" showLabel />
        </div>
      )}
      {url && (
        <Checkbox
          name="indexable"
          label="Allow search engine indexing"
          hint="If off, the page is marked noindex. The link stays the same either way."
          checked={busy === 'index' ? !indexable : indexable}
          onChange={(isIndexable) => void run('index', updateCollection(id, { indexable: isIndexable }))}
        />
      )}
      {asks && (
        <p role="alert" className="font-medium text-bad">
          {asks === 'stop' ? 'The link stops working at once.' : 'The current link stops working at once.'} Press again
          to confirm.
        </p>
      )}
      <ButtonRow>
        {url ? (
          <>
            {shown && (
              <LinkButton href={shown} icon="external" isOutside>
                Open page
              </LinkButton>
            )}
            <Button
              kind={asks === 'renew' ? 'danger' : 'secondary'}
              busy={busy === 'renew'}
              onClick={() => (asks === 'renew' ? void run('renew', shareCollection(id, indexable)) : setAsks('renew'))}
            >
              New link
            </Button>
            <Button
              kind={asks === 'stop' ? 'danger' : 'secondary'}
              busy={busy === 'stop'}
              onClick={() => (asks === 'stop' ? void run('stop', stopSharing(id)) : setAsks('stop'))}
            >
              Stop sharing
            </Button>
          </>
        ) : (
          <Button
            kind="primary"
            data-focus
            busy={busy === 'share'}
            onClick={() => void run('share', shareCollection(id, false))}
          >
            Create share page
          </Button>
        )}
        <Button kind="ghost" onClick={onDone}>
          Done
        </Button>
      </ButtonRow>
    </div>
  );
}

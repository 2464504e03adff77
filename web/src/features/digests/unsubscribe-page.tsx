// /digests/unsubscribe: target of the link in a digest, without signing in. Mail scanners open links, so it requires a click.
import { useState } from 'react';
import { request } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { Problem } from '../../kit/page/problem.tsx';

type DigestOfLink = { search_name: string; digest: 'off' | 'daily' | 'weekly' };
type Done = 'this' | 'all';

export function UnsubscribePage() {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const query = `?token=${encodeURIComponent(token)}`;
  const { data: digest, error: unknown } = useApi<DigestOfLink>(`/digests/link${query}`, undefined, { once: true });
  const [busy, setBusy] = useState<Done>();
  const [done, setDone] = useState<Done>();
  const [error, setError] = useState<unknown>();
  const run = async (which: Done) => {
    setBusy(which);
    setError(undefined);
    const path = `/digests/unsubscribe${query}${which === 'all' ? '&all=true' : ''}`;
    await request('POST', path).then(() => setDone(which), setError);
    setBusy(undefined);
  };
  const isOff = done !== undefined || digest?.digest === 'off';
  return (
    <div className="stack mx-auto max-w-120 gap-6 pt-[8dvh]">
      <PageHeader
        title={isOff ? 'You’re unsubscribed' : 'Unsubscribe'}
        description={digest ? describe(digest, done) : unknown ? undefined : <Skeleton className="h-5 w-64" />}
      />
      {(error ?? unknown) !== undefined && <Problem error={error ?? unknown} />}
      <div className="flex flex-wrap gap-2" role="status">
        {digest && !isOff && (
          <Button kind="primary" busy={busy === 'this'} onClick={() => void run('this')}>
            Unsubscribe
          </Button>
        )}
        {digest && done !== 'all' && (
          <Button busy={busy === 'all'} onClick={() => void run('all')}>
            Stop all digests
          </Button>
        )}
        <LinkButton href="/dashboard/searches">Digest settings</LinkButton>
      </div>
    </div>
  );
}

function describe({ search_name, digest }: DigestOfLink, done: Done | undefined): string {
  if (done === 'all') return 'You no longer get digests. Your saved searches and feeds stay.';
  if (done === 'this' || digest === 'off')
    return `You get no digest of “${search_name}”. The search and its feed stay.`;
  return `Stop the ${digest} digest of “${search_name}”.`;
}

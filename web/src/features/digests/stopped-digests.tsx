// StoppedDigests: a banner for each digest that stopped, with the reason and the button that resumes it. TurnDigestsOff: a button that
// stops all digests.
import type { SavedSearch } from '@hookline/sdk';
import { useState } from 'react';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { changeSearch } from '../searches/search-client.ts';

type StoppedDigestsProps = {
  searches: readonly SavedSearch[] | undefined;
  email: string | undefined;
  isViewOnly: boolean;
  onChanged: () => Promise<unknown>;
};

export function StoppedDigests({ searches = [], email, isViewOnly, onChanged }: StoppedDigestsProps) {
  return searches
    .filter(({ digest_stopped }) => digest_stopped)
    .map((search) => (
      <StoppedDigest
        key={search.search_id}
        search={search}
        email={email}
        isViewOnly={isViewOnly}
        onChanged={onChanged}
      />
    ));
}

function StoppedDigest({
  search: { search_id, name, digest, digest_stopped: stopped },
  email,
  isViewOnly,
  onChanged,
}: Omit<StoppedDigestsProps, 'searches'> & { search: SavedSearch }) {
  const [isBusy, setBusy] = useState(false);
  const resume = async () => {
    setBusy(true);
    await changeSearch(search_id, { digest }).then(() => {
      toast('Digest resumed. The next one includes what you missed.');
      return onChanged();
    }, toastError);
    setBusy(false);
  };
  if (!stopped) return null;
  return (
    <Banner
      tone={stopped.by === 'bounce' ? 'bad' : 'warn'}
      title={`The digest of “${name}” stopped`}
      action={
        !isViewOnly && (
          <Button busy={isBusy} onClick={() => void resume()}>
            Resume
          </Button>
        )
      }
    >
      <p className="wrap-anywhere">
        {stopped.by === 'bounce' && `The mail server of ${email ?? 'your email'} refused it `}
        <Time at={stopped.at} />: {stopped.error}
      </p>
    </Banner>
  );
}

export function TurnDigestsOff({ searches, onChanged }: Pick<StoppedDigestsProps, 'searches' | 'onChanged'>) {
  const [isBusy, setBusy] = useState(false);
  const on = searches?.filter(({ digest }) => digest !== 'off') ?? [];
  const turnOff = async () => {
    setBusy(true);
    await Promise.all(on.map(({ search_id }) => changeSearch(search_id, { digest: 'off' }))).catch(toastError);
    await onChanged();
    setBusy(false);
  };
  if (on.length < 2) return null;
  return (
    <Button busy={isBusy} onClick={() => void turnOff()}>
      Turn digests off
    </Button>
  );
}

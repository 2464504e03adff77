// DigestSetting: how often and at which hour new hooks of a search are emailed, and a test email. Saved at once.
import type { SavedSearch } from '@hookline/sdk';
import { useState } from 'react';
import { Button } from '../../kit/forms/button.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { hourText, weekdays } from '../exports/weekly.ts';
import { changeSearch, sendTestDigest } from '../searches/search-client.ts';
import { type DigestChange, digestText, localMoment } from './digest-text.ts';

type DigestSettingProps = {
  search: SavedSearch;
  /** undefined until it is loaded. */
  timezone: string | undefined;
  isViewOnly: boolean;
  onChanged: () => Promise<unknown>;
};

const kinds = [
  { value: 'off', label: 'No digest' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const;

export function DigestSetting({ search, timezone, isViewOnly, onChanged }: DigestSettingProps) {
  const [change, setChange] = useState<DigestChange>({});
  const [isTesting, setTesting] = useState(false);
  const shown = { ...search, ...change };
  const save = async (next: DigestChange) => {
    setChange(next);
    await changeSearch(search.search_id, next).then(onChanged, toastError);
    setChange({});
  };
  const test = async () => {
    setTesting(true);
    await sendTestDigest(search.search_id).then(({ email }) => toast(`A test digest goes to ${email}.`), toastError);
    setTesting(false);
  };
  if (isViewOnly) return <p className="text-xs text-muted">Email digest: {digestText(search)}.</p>;
  return (
    <fieldset className="stack gap-2 border-t pt-3">
      <legend className="sr-only">Email digest of {search.name}</legend>
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          name="digest"
          label="Email digest"
          value={shown.digest}
          options={kinds}
          onChange={({ target }) => void save({ digest: kinds.find(({ value }) => value === target.value)?.value })}
        />
        {shown.digest === 'weekly' && (
          <SelectField
            name="digest_day"
            label="Day"
            value={shown.digest_day}
            options={weekdays.map((day) => ({ value: day, label: capitalized(day) }))}
            onChange={({ target }) => void save({ digest_day: weekdays.find((day) => day === target.value) })}
          />
        )}
        {shown.digest !== 'off' && (
          <SelectField
            name="digest_hour"
            label="Hour"
            value={`${shown.digest_hour}`}
            options={Array.from({ length: 24 }, (_, hour) => ({ value: `${hour}`, label: hourText(hour) }))}
            onChange={({ target }) => void save({ digest_hour: Number(target.value) })}
          />
        )}
        {shown.digest !== 'off' && (
          <Button busy={isTesting} onClick={() => void test()}>
            Send test
          </Button>
        )}
      </div>
      <p className="text-xs text-muted">{timezone && noteOf(search, timezone)}</p>
    </fieldset>
  );
}

function noteOf(search: SavedSearch, timezone: string): string {
  const { digest, digest_next_at, digest_last_at, digest_stopped } = search;
  if (digest === 'off') return 'Get the most viewed new hooks by email, if there are any.';
  const last = digest_last_at ? ` Last sent ${localMoment(digest_last_at, timezone)}.` : '';
  if (digest_stopped) return `Stopped.${last}`;
  return `Next ${localMoment(digest_next_at ?? '', timezone)} (${timezone}), if there are new hooks.${last}`;
}

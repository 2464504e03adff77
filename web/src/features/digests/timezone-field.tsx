// TimezoneField: the time zone of the account, which its digests are sent in. Saved at once.
import { useState } from 'react';
import { type OwnAccount, setTimezone } from '../../api/account.ts';
import { Button } from '../../kit/forms/button.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import { browserTimezone } from './digest-text.ts';

type TimezoneFieldProps = { value: string; onChanged: (own: OwnAccount) => Promise<unknown> };

export function TimezoneField({ value, onChanged }: TimezoneFieldProps) {
  const [chosen, setChosen] = useState<string>();
  const save = async (timezone: string) => {
    setChosen(timezone);
    await setTimezone(timezone).then(onChanged, toastError);
    setChosen(undefined);
  };
  const shown = chosen ?? value;
  const own = browserTimezone();
  const zones = [...new Set(['UTC', shown, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 basis-72">
        <SelectField
          name="timezone"
          label="Time zone"
          value={shown}
          options={zones}
          onChange={({ target }) => void save(target.value)}
        />
      </div>
      {shown !== own && <Button onClick={() => void save(own)}>Use {own}</Button>}
    </div>
  );
}

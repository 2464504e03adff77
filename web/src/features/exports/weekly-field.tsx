// WeeklyField: whether an export is created once or every week, and at which day and hour.
import { SelectField } from '../../kit/forms/field.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { defaultWeekly, hourText, type Weekly, weekdays } from './weekly.ts';

type WeeklyFieldProps = {
  /** undefined for a single export now. */
  value: Weekly | undefined;
  onChange: (weekly: Weekly | undefined) => void;
  /** Set for an existing weekly export, which stays weekly. */
  isFixed?: boolean;
};

export function WeeklyField({ value, onChange, isFixed }: WeeklyFieldProps) {
  return (
    <fieldset className="stack gap-2">
      <legend className="mb-1.5 font-medium">When</legend>
      {!isFixed && (
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <Choice label="Once, now" isChosen={!value} onChoose={() => onChange(undefined)} />
          <Choice
            label="Every week"
            isChosen={value !== undefined}
            onChoose={() => onChange(value ?? defaultWeekly())}
          />
        </div>
      )}
      {value && <TimeFields value={value} onChange={onChange} />}
    </fieldset>
  );
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label className="inline-flex items-center gap-2">
      <input type="radio" name="when" checked={isChosen} onChange={onChoose} className="size-4" />
      {label}
    </label>
  );
}

function TimeFields({ value, onChange }: { value: Weekly; onChange: (weekly: Weekly) => void }) {
  const zones = [...new Set(['UTC', value.timezone, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-[1fr_1fr_2fr]">
      <SelectField
        name="day"
        label="Day"
        value={value.day}
        options={weekdays.map((day) => ({ value: day, label: capitalized(day) }))}
        onChange={({ target }) => onChange({ ...value, day: weekdays.find((day) => day === target.value) ?? 'monday' })}
      />
      <SelectField
        name="hour"
        label="Hour"
        value={`${value.hour}`}
        options={Array.from({ length: 24 }, (_, hour) => ({ value: `${hour}`, label: hourText(hour) }))}
        onChange={({ target }) => onChange({ ...value, hour: Number(target.value) })}
      />
      <div className="max-sm:col-span-2">
        <SelectField
          name="timezone"
          label="Time zone"
          value={value.timezone}
          options={zones}
          onChange={({ target }) => onChange({ ...value, timezone: target.value })}
        />
      </div>
    </div>
  );
}

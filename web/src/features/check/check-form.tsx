// CheckForm: the line, and optionally its niche, platform and language.

import type { Draft } from '../../api/lines/check.ts';
import { useMeta } from '../../api/meta.ts';
import { Button } from '../../kit/forms/button.tsx';
import { SelectField, TextArea } from '../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../kit/forms/form.tsx';
import { valueName } from '../filters/filter-text.ts';
import { maxLineLength, readLine } from './read-line.ts';

const optional = [
  { name: 'niche', label: 'Niche', none: 'Guess from the line' },
  { name: 'platform', label: 'Platform', none: 'Any' },
  { name: 'language', label: 'Language', none: 'Detect' },
] as const;

type CheckFormProps = { initial: Draft; isBusy: boolean; onSubmit: (draft: Draft) => void };

export function CheckForm({ initial, isBusy, onSubmit }: CheckFormProps) {
  const { data: meta } = useMeta();
  return (
    <Form label="Check a line" onSubmit={async (values) => onSubmit(readDraft(values))}>
      <TextArea
        name="text"
        label="Line"
        rows={2}
        maxLength={maxLineLength}
        placeholder="How to save your first 1,000 dollars"
        defaultValue={initial.text}
        onKeyDown={(event) => {
          // Enter submits the line, unless it ends the composition of a character.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        {optional.map(({ name, label, none }) => (
          <SelectField
            // The values load after the form, so the field is then recreated.
            key={`${name} ${meta !== undefined}`}
            name={name}
            label={label}
            defaultValue={initial[name] ?? ''}
            options={[{ value: '', label: none }, ...optionsOf(name, meta?.values[name], initial[name])]}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button kind="primary" type="submit" busy={isBusy}>
          Check
        </Button>
        <span className="text-xs text-muted">Checks on this page are free.</span>
      </div>
    </Form>
  );
}

/** Returns options, most frequent first. A value of the URL that is not in the list is kept. */
function optionsOf(
  name: (typeof optional)[number]['name'],
  counts: Readonly<Record<string, number>> = {},
  chosen: string | undefined,
) {
  const values = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([value]) => value);
  const missing = chosen && !values.includes(chosen) ? [chosen] : [];
  return [...missing, ...values].map((value) => ({ value, label: valueName(name, value) }));
}

function readDraft(values: FormValues): Draft {
  const [niche, platform, language] = optional.map(({ name }) => values.text(name));
  return { text: readLine(values), niche, platform, language };
}

// ReviewLabel: one label of the hook under review, with suggested values by digit key and a list of all values.
import type { ReactNode } from 'react';
import { useValues } from '../../api/curation.ts';
import { labelName } from '../../api/label-names.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { Key } from '../../kit/display/key.tsx';
import { formatWholePercent } from '../../kit/page/format.ts';
import { fieldKeys, fieldTitles, type LabelField } from '../bulk/label-fields.ts';

type ReviewLabelProps = {
  name: LabelField;
  hook: ReviewedHook;
  /** The hook without the edits of this review. */
  loaded: ReviewedHook;
  /** Digit keys change this label. */
  isFocused: boolean;
  onFocus: () => void;
  onChoose: (value: string) => void;
};

/** Values for the digit keys: the hook's own label, the alternatives, then the reviewer's choice. */
export function optionsOf(loaded: ReviewedHook, hook: ReviewedHook, label: LabelField): string[] {
  const alternatives = loaded.review?.[label].alternatives ?? [];
  const values = [loaded[label], ...alternatives.map(({ value }) => value), hook[label]];
  return [...new Set(values.filter((value) => value !== null))];
}

export function ReviewLabel({ name, hook, loaded, isFocused, onFocus, onChoose }: ReviewLabelProps) {
  const terms = useValues()?.[name];
  const termOf = (id: string) => terms?.find((term) => term.id === id);
  const options = optionsOf(loaded, hook, name);
  const value = hook[name];
  const title = fieldTitles[name];
  const given = hook.given_labels[name];
  const change = (selected: string) => {
    onChoose(selected);
    document.querySelector<HTMLElement>(`[name="label-${name}"]`)?.focus();
  };
  return (
    <fieldset onFocus={onFocus} className="grid gap-x-4 gap-y-1.5 md:grid-cols-[9rem_minmax(0,1fr)]">
      <legend className="contents">
        <span className={`leading-7 ${isFocused ? 'font-medium text-accent' : 'text-muted'}`}>
          {title} <Key>{fieldKeys[name]}</Key>
        </span>
      </legend>
      <div className="flex flex-wrap items-center gap-1.5">
        {options.map((option, n) => (
          <Option
            key={option}
            group={`label-${name}`}
            title={termOf(option)?.description}
            digit={n + 1}
            isFocused={isFocused}
            isSelected={option === value}
            onChoose={() => onChoose(option)}
          >
            {termOf(option)?.name ?? labelName(option)}
            {option === loaded[name] && <span className="text-xs">{originOf(loaded, name)}</span>}
          </Option>
        ))}
        <select
          name={`other-${name}`}
          aria-label={`${title}: other values`}
          value=""
          onChange={(event) => change(event.target.value)}
          className="h-7 w-26 rounded-md border border-dashed border-strong bg-surface px-1.5 text-xs text-muted hover:text-ink"
        >
          <option value="" disabled>
            {isFocused ? `Other… (${options.length + 1})` : 'Other…'}
          </option>
          {terms?.map((term) => (
            <option key={term.id} value={term.id}>
              {term.name}
            </option>
          ))}
        </select>
        {given !== undefined && <span className="text-xs text-faint">Source: “{given}”</span>}
      </div>
    </fieldset>
  );
}

type OptionProps = {
  group: string;
  title?: string;
  digit: number;
  isFocused: boolean;
  isSelected: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function Option({ group, title, digit, isFocused, isSelected, onChoose, children }: OptionProps) {
  return (
    <label
      title={title}
      className="inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-md border px-2 text-muted transition-colors hover:border-faint hover:text-ink has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent touch:min-h-10"
    >
      <input type="radio" name={group} checked={isSelected} onChange={onChoose} className="sr-only" />
      <span
        className={`font-mono text-xs touch:hidden ${isFocused ? 'font-medium text-ink' : 'text-faint'}`}
        aria-hidden="true"
      >
        {digit}
      </span>
      {children}
    </label>
  );
}

/** Returns a guess's confidence, but not the 0 of `other`, which is never a guess. */
function originOf({ labels, review }: ReviewedHook, name: LabelField): string {
  const { method } = labels[name];
  if (method === 'given') return 'from source';
  if (method === 'curator') return 'by curator';
  const { confidence = null } = review?.[name] ?? {};
  return confidence === null || confidence === 0 ? '' : formatWholePercent(confidence);
}

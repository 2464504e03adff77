// LabelPicker: dialog to set one label of several hooks. Type to filter, Enter or a digit chooses.
import { type KeyboardEvent, useId, useState } from 'react';
import { useValues } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { Icon } from '../../kit/display/icons.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { plural } from '../../kit/page/format.ts';
import { type CuratedField, fieldTitles, likelyValues, matchValues, valueName } from './label-fields.ts';

type LabelPickerProps = {
  field: CuratedField;
  hooks: readonly ReviewedHook[];
  onChoose: (value: string) => void;
  onClose: () => void;
};

export function LabelPicker({ field, hooks, onChoose, onClose }: LabelPickerProps) {
  const id = useId();
  const terms = useValues();
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const others = field === 'language' ? [] : (terms?.[field].map((term) => term.id) ?? []);
  const found = matchValues(field, likelyValues(field, hooks, others), text);
  const active = Math.min(selected, found.length - 1);
  const common = hooks.every((hook) => hook[field] === hooks[0]?.[field]) ? hooks[0]?.[field] : undefined;
  const count = hooks.length === 1 ? '' : ` of ${plural(hooks.length, 'hook')}`;
  const choose = (value: string | undefined) => {
    if (value === undefined) return;
    onClose();
    onChoose(value);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const digit = text === '' && /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (step) setSelected((active + step + found.length) % Math.max(1, found.length));
    else if (digit) choose(found[digit - 1]);
    else if (event.key === 'Enter') choose(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog isOpen onClose={onClose} title={`Set ${fieldTitles[field].toLowerCase()}${count}`}>
      <div className="stack gap-2">
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
          aria-label={fieldTitles[field]}
          placeholder={field === 'language' ? 'Filter, or a tag such as pt-BR' : 'Filter'}
          autoComplete="off"
          spellCheck={false}
          value={text}
          className="field"
          onKeyDown={press}
          onChange={(event) => {
            setText(event.target.value);
            setSelected(0);
          }}
        />
        <div id={id} role="listbox" aria-label="Values" className="-mx-2 h-72 overflow-y-auto">
          {found.map((value, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
            <div
              key={value}
              id={`${id}-${index}`}
              ref={index === active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => choose(value)}
              className="flex h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 hover:bg-sunken aria-selected:bg-sunken touch:h-11"
            >
              <span className="w-3 font-mono text-xs text-faint touch:hidden" aria-hidden="true">
                {text === '' && index < 9 && index + 1}
              </span>
              <span className="min-w-0 flex-1 truncate">{valueName(field, value)}</span>
              {field === 'language' && <span className="font-mono text-xs text-faint">{value}</span>}
              {value === common && <Icon name="check" className="text-accent" />}
            </div>
          ))}
          {found.length === 0 && <p className="px-2 py-1.5 text-muted">No values match</p>}
        </div>
      </div>
    </Dialog>
  );
}

// Command palette (⌘K): finds pages, records, docs and actions, grouped. A separate chunk.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../kit/display/icons.tsx';
import { useSession } from '../session.tsx';
import { findCommands, type PaletteAudience, type Result, searchHooks } from './commands.ts';
import { useRecords } from './use-records.ts';

type PaletteProps = { audience: PaletteAudience; onClose: () => void };

export function Palette({ audience, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [typed, setTyped] = useState('');
  // By ID, because results arrive above the selected one.
  const [selected, setSelected] = useState<string>();
  const session = useSession();
  const text = typed.trim();
  const records = useRecords(session, text);
  const search = text ? [{ name: 'Search', results: [searchHooks(audience, text)] }] : [];
  const all = [...findCommands(audience, session.permissions, text), ...records.groups, ...search];
  const groups = all.filter(({ results }) => results.length > 0);
  const results = groups.flatMap((group) => group.results.map((result) => ({ ...result, key: keyOf(group, result) })));
  const active = results.find(({ key }) => key === selected) ?? results[0];
  const optionId = (key: string) => `${id}-${key.replace(/[^\w-]+/g, '_')}`;
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const run = (result: Result | undefined) => {
    if (!result) return;
    dialog.current?.close();
    result.run();
  };
  const press = (event: KeyboardEvent) => {
    const at = results.findIndex(({ key }) => key === active?.key);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: results.length - 1 }[event.key];
    // Home and End move in the text while there is some.
    if (next !== undefined && (event.key.startsWith('Arrow') || !typed)) {
      event.preventDefault();
      setSelected(results.at(next % Math.max(1, results.length))?.key);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(active);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog too
    <dialog
      ref={dialog}
      aria-label="Command palette"
      className="mx-auto mt-[12dvh] w-[calc(100vw-2rem)] max-w-140 rounded-md border border-strong bg-surface p-0 text-ink"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={active && optionId(active.key)}
        aria-label="Search pages, records, docs and actions"
        placeholder="Search pages, records, docs and actions…"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        className="h-12 w-full border-b bg-transparent px-4 text-lg outline-none"
        onKeyDown={press}
        onChange={(event) => {
          setTyped(event.target.value);
          setSelected(undefined);
        }}
      />
      <div id={id} role="listbox" aria-label="Results" className="max-h-[55dvh] overflow-y-auto p-1.5">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs text-muted">
              {group.name}
            </p>
            {group.results.map((result) => (
              <Option
                key={result.id}
                id={optionId(keyOf(group, result))}
                result={result}
                isActive={keyOf(group, result) === active?.key}
                onPoint={() => setSelected(keyOf(group, result))}
                onChoose={() => run(result)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="min-h-7 border-t px-4 py-1.5 text-xs text-muted">
        {records.isSearching
          ? 'Searching…'
          : text
            ? '↑ ↓ choose, Enter opens, Esc closes'
            : 'Type a name, an ID, or words of a hook or of the docs.'}
      </p>
    </dialog>
  );
}

const keyOf = ({ name }: { name: string }, { id }: Result) => `${name} ${id}`;

type OptionProps = { id: string; result: Result; isActive: boolean; onPoint: () => void; onChoose: () => void };

function Option({ id, result: { title, note, icon }, isActive, onPoint, onChoose }: OptionProps) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the option
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1 aria-selected:bg-sunken"
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Icon name={icon ?? 'right'} className="text-faint" />
      <span className="min-w-0 flex-1 truncate">{title}</span>
      {note && <span className="max-w-1/2 shrink-0 truncate text-xs text-muted">{note}</span>}
    </div>
  );
}

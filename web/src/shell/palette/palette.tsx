// Results of the command palette: pages, records, docs and actions, grouped. A separate chunk.
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../kit/display/icons.tsx';
import type { Audience } from '../audience.ts';
import { useSession } from '../session.tsx';
import { byName, findCommands, type PaletteAudience, type Result, searchHooks } from './commands.ts';
import { useRecords } from './use-records.ts';

export type PaletteField = {
  element: HTMLInputElement | null;
  /** Set by the results. */
  press?: (event: KeyboardEvent) => void;
  /** Enter was pressed before the results were there. */
  isEntered?: boolean;
};

type PaletteProps = { audience: Audience; typed: string; field: PaletteField; onClose: () => void };

export function Palette({ audience: frame, typed, field, onClose }: PaletteProps) {
  const audience = frame as PaletteAudience;
  // The selection is kept by ID, because results arrive above it, and with its text, because another text resets it.
  const [selected, setSelected] = useState<{ typed: string; key: string | undefined }>();
  const session = useSession();
  const text = typed.trim();
  const records = useRecords(session, text);
  const search = text ? [{ name: 'Search', results: [searchHooks(audience, text)] }] : [];
  const all = [...findCommands(audience, session.permissions, text), ...records.groups, ...search];
  const groups = byName(all, text).filter(({ results }) => results.length > 0);
  const results = groups.flatMap((group) => group.results.map((result) => ({ ...result, key: keyOf(group, result) })));
  const active = results.find(({ key }) => selected?.typed === typed && key === selected.key) ?? results[0];
  const activeId = active && optionId(active.key);

  const select = (key: string | undefined) => setSelected({ typed, key });
  const run = (result: Result | undefined) => {
    if (!result) return;
    onClose();
    result.run();
  };
  const press = (event: KeyboardEvent) => {
    const at = results.findIndex(({ key }) => key === active?.key);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: results.length - 1 }[event.key];
    // Home and End move in the text while there is some.
    if (next !== undefined && (event.key.startsWith('Arrow') || !typed)) {
      event.preventDefault();
      select(results.at(next % Math.max(1, results.length))?.key);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(active);
  };
  useLayoutEffect(() => {
    field.press = press;
    field.element?.setAttribute('aria-activedescendant', activeId ?? '');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the results were there
  useEffect(() => {
    if (field.isEntered) run(active);
  }, []);
  return (
    <>
      <div
        id="found"
        role="listbox"
        aria-label="Results"
        className="max-h-[55dvh] overflow-y-auto overscroll-contain border-t p-1.5"
      >
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
                onPoint={() => select(keyOf(group, result))}
                onChoose={() => run(result)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="border-t px-4 py-1.5 text-xs text-muted pointer-coarse:sr-only">
        {records.isSearching
          ? 'Searching…'
          : text
            ? '↑ ↓ choose, Enter opens, Esc closes'
            : 'Type a name, an ID, or words of a hook or of the docs.'}
      </p>
    </>
  );
}

const keyOf = ({ name }: { name: string }, { id }: Result) => `${name} ${id}`;
const optionId = (key: string) => `found-${key.replace(/[^\w-]+/g, '_')}`;

type OptionProps = { id: string; result: Result; isActive: boolean; onPoint: () => void; onChoose: () => void };

function Option({ id, result: { title, note, excerpt, icon }, isActive, onPoint, onChoose }: OptionProps) {
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
      <span className="min-w-0 flex-1">
        <span className="block truncate">{title}</span>
        {excerpt && (
          <span className="block truncate text-xs text-muted">
            {excerpt.map(([part, isMatch], at) =>
              isMatch ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change
                <mark key={at} className="rounded-xs bg-accent-soft text-accent">
                  {part}
                </mark>
              ) : (
                part
              ),
            )}
          </span>
        )}
      </span>
      {note && <span className="max-w-1/2 shrink-0 truncate text-xs text-muted">{note}</span>}
    </div>
  );
}

// HookRow: one hook, or the hooks of one text, in a list where several can be selected.
import { memo, type ReactNode, type RefCallback } from 'react';
import { Link } from 'wouter';
import type { ReviewedHook } from '../../api/openapi.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { Count } from '../../kit/display/count.tsx';
import { HookText } from '../../kit/display/hook-text.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { capitalized, formatNumber, formatWholePercent, plural } from '../../kit/page/format.ts';
import { lowestConfidence } from '../../kit/page/label-origin.ts';
import { reviewReasons, stateTones } from './hook-state.ts';
import { type CuratedField, fieldTitles, type LabelField, labelFields, valueName } from './label-fields.ts';
import { type DuplicateActions, NearDuplicates } from './near-duplicates.tsx';
import type { Row } from './rows.ts';
import type { Select } from './use-selection.ts';

export type RowActions = DuplicateActions & {
  href: (id: string) => string;
  onFilter: (name: CuratedField | 'creator', value: string) => void;
  onToggleGroup?: (key: string) => void;
};

type HookRowProps = {
  row: Row;
  index: number;
  measure?: RefCallback<HTMLElement>;
  actions: RowActions;
  select: Select;
  isCursor: boolean;
  isSelected: boolean;
  /** True for a group whose hooks have rows of their own. */
  isOpen?: boolean;
  /** Omitted in review, where all hooks are pending. */
  showState?: boolean;
  /** Replaces the content. */
  editor?: ReactNode;
};

export const HookRow = memo(function HookRow({
  row,
  index,
  measure,
  select,
  isCursor,
  isSelected,
  editor,
  ...rest
}: HookRowProps) {
  const { key, hook, isMember } = row;
  const tint = isSelected ? 'bg-accent-soft' : editor ? '' : 'hover:bg-sunken';
  return (
    <li
      ref={measure}
      data-key={key}
      data-index={index}
      aria-current={isCursor || undefined}
      className={`relative flex scroll-mt-14 scroll-mb-32 gap-1 border-l-2 pr-3 transition-colors has-[[data-select]:focus-visible]:outline-2 has-[[data-select]:focus-visible]:-outline-offset-2 has-[[data-select]:focus-visible]:outline-accent ${isCursor ? 'border-l-accent' : 'border-l-transparent'} ${tint} ${isMember ? 'pl-6' : ''}`}
    >
      <label className="relative z-1 flex shrink-0 cursor-pointer items-start px-3 pt-3.5 pb-2">
        <input
          type="checkbox"
          data-select
          aria-label={`Select: ${hook.text}`}
          checked={isSelected}
          className="size-4 outline-none"
          // A click with Shift would start the range at the clicked row and select text.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && select.focus(key)}
          onChange={({ nativeEvent }) =>
            nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? select.extendTo(key) : select.toggle(row)
          }
        />
      </label>
      <div className="min-w-0 flex-1 py-2.5">{editor || <Content row={row} {...rest} />}</div>
    </li>
  );
});

const columns = 'grid gap-x-6 gap-y-2 lg:grid-cols-[minmax(0,1fr)_23rem_6.5rem]';

/** Column headers of the rows. The labels have the order of `labelFields`. */
export function RowHeader() {
  return (
    <li aria-hidden="true" className="py-1.5 pr-3 pl-11.5 text-xs text-muted max-lg:hidden">
      <div className={columns}>
        <span>Text</span>
        <span className="grid grid-cols-2 gap-x-4">
          <span>Archetype, niche</span>
          <span>Emotion, format</span>
        </span>
        <span className="text-right">Views</span>
      </div>
    </li>
  );
}

type ContentProps = Omit<HookRowProps, 'index' | 'measure' | 'select' | 'isCursor' | 'isSelected' | 'editor'>;

function Content({ row, actions, showState, isOpen }: ContentProps) {
  const { hook, hooks } = row;
  const { href, onFilter, onToggleGroup } = actions;
  const views = Math.max(...hooks.map((one) => one.views));
  // Most hooks have no format, so it is shown only if a hook of the row has one.
  const isShown = (name: LabelField) => name !== 'format' || hooks.some(({ format }) => format !== null);
  return (
    <div className={columns}>
      <div className="stack content-start gap-1">
        <Link href={href(hook.id)} className="after:absolute after:inset-0 focus-visible:underline">
          <HookText>{hook.text}</HookText>
        </Link>
        {hook.raw_text !== null && (
          <p className="line-clamp-2 text-xs wrap-anywhere text-muted" title={hook.raw_text}>
            Source: <bdi>{hook.raw_text}</bdi>
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
          {showState && <Badge tone={stateTones[hook.state]}>{capitalized(hook.state)}</Badge>}
          <Reason hook={hook} />
          <span className="lg:hidden">
            <Count value={views} unit="views" />
          </span>
          <Creator hooks={hooks} onFilter={onFilter} />
          <span>{hook.platform}</span>
          {hook.language && (
            <FilterLink onClick={() => onFilter('language', hook.language ?? '')} title="Filter by this language">
              {valueName('language', hook.language)}
            </FilterLink>
          )}
          {hooks.length > 1 && (
            <GroupToggle count={hooks.length} isOpen={isOpen} onToggle={() => onToggleGroup?.(row.key)} />
          )}
        </div>
        <NearDuplicates hook={hook} merge={actions.merge} dismiss={actions.dismiss} />
      </div>
      <dl className="grid grid-cols-2 content-start gap-x-4 gap-y-1 text-xs">
        {labelFields.filter(isShown).map((name) => (
          <Label key={name} name={name} hooks={hooks} hook={hook} onFilter={onFilter} />
        ))}
      </dl>
      <span className="text-right font-medium max-lg:hidden">
        <Count value={views} unit="views" />
      </span>
    </div>
  );
}

type FilterLinkProps = { onClick: () => void; title: string; children: ReactNode };

function FilterLink({ onClick, title, children }: FilterLinkProps) {
  return (
    <button
      type="button"
      title={title}
      onClick={onClick}
      className="relative z-1 max-w-full min-w-0 truncate rounded-sm text-left underline-offset-2 hover:text-ink hover:underline"
    >
      {children}
    </button>
  );
}

function Reason({ hook: { state, review_reason, review, labels } }: { hook: ReviewedHook }) {
  const reason = review?.reason ?? review_reason;
  if (state !== 'pending' || !reason) return null;
  const lowest = lowestConfidence(labels);
  const share = reason === 'low_confidence' && lowest < 1 ? ` ${formatWholePercent(lowest)}` : '';
  return <span className="text-warn">{reviewReasons[reason] + share}</span>;
}

function Creator({ hooks, onFilter }: { hooks: readonly ReviewedHook[] } & Pick<RowActions, 'onFilter'>) {
  const creators = new Set(hooks.map(({ creator }) => creator));
  const [creator] = creators;
  if (creators.size > 1) return <span>{plural(creators.size, 'creator')}</span>;
  if (!creator) return null;
  return (
    <FilterLink onClick={() => onFilter('creator', creator)} title="Filter by this creator">
      {creator}
    </FilterLink>
  );
}

type GroupToggleProps = { count: number; isOpen: boolean | undefined; onToggle: () => void };

function GroupToggle({ count, isOpen, onToggle }: GroupToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="relative z-1 inline-flex items-center gap-0.5 rounded-sm font-medium text-ink hover:text-accent"
    >
      {formatNumber(count)} with this text
      <Icon name="right" className={`size-3.5 ${isOpen ? 'rotate-90' : ''}`} />
    </button>
  );
}

type LabelProps = { name: LabelField; hook: ReviewedHook; hooks: readonly ReviewedHook[] } & Pick<
  RowActions,
  'onFilter'
>;

/** Shows the value with the confidence of its guess, and below it the source's label if it differs. */
function Label({ name, hook, hooks, onFilter }: LabelProps) {
  const value = hook[name];
  const others = new Set(hooks.map((one) => one[name])).size - 1;
  const { value: guess, confidence = null } = hook.review?.[name] ?? {};
  const given = hook.given_labels[name];
  const isUnsure = guess === value && confidence !== null && confidence > 0 && hook.labels[name].method !== 'curator';
  return (
    <div className="min-w-0">
      <dt className="sr-only">{fieldTitles[name]}</dt>
      <dd className="flex min-w-0 items-baseline gap-1.5">
        <FilterLink
          onClick={() => onFilter(name, value ?? '')}
          title={`Filter by this ${fieldTitles[name].toLowerCase()}`}
        >
          {valueName(name, value)}
        </FilterLink>
        {others > 0 && <span className="shrink-0 text-faint">+{others}</span>}
        {isUnsure && (
          <span className={`shrink-0 ${confidence < 0.5 ? 'text-warn' : 'text-faint'}`}>
            {formatWholePercent(confidence)}
          </span>
        )}
      </dd>
      {given !== undefined && toId(given) !== value && (
        <dd className="truncate text-faint" title={`Source value: “${given}”`}>
          “{given}”
        </dd>
      )}
    </div>
  );
}

const toId = (label: string) =>
  label
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

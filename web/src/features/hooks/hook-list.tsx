// HookList: hooks with label chips that filter, platform and views.
import type { ReactNode, RefCallback } from 'react';
import { Link } from 'wouter';
import type { ListedHook } from '../../api/catalog.ts';
import { labelName } from '../../api/label-names.ts';
import { Chip } from '../../kit/display/chip.tsx';
import { Count } from '../../kit/display/count.tsx';
import { HookText } from '../../kit/display/hook-text.tsx';
import { Rows } from '../../kit/display/rows.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Highlighted } from './highlighted.tsx';

const labels = ['archetype', 'emotional_trigger', 'niche'] as const;
export type HookLabel = (typeof labels)[number] | 'platform';

type HookListProps<H extends ListedHook> = {
  label: string;
  /** undefined while loading. */
  hooks: readonly H[] | undefined;
  href?: (hook: H) => string;
  onFilter?: (label: HookLabel, value: string) => void;
  /** Active filters; their chips are marked. */
  filters?: Partial<Record<HookLabel, string[]>>;
  /** Buttons next to each hook. */
  actions?: (hook: H) => ReactNode;
  /** Figure below the views. */
  figure?: (hook: H) => ReactNode;
  /** Note below the labels. */
  note?: (hook: H) => ReactNode;
  skeletonRows?: number;
};

export function HookList<H extends ListedHook>({ label, hooks, skeletonRows = 8, ...rest }: HookListProps<H>) {
  return (
    <ul aria-label={label} aria-busy={hooks === undefined} className="divide-y rounded-md border bg-surface">
      {hooks ? (
        <Rows rows={hooks} spacer="li">
          {(hook, index, measure) => <HookRow key={hook.id} {...{ hook, index, measure }} {...rest} />}
        </Rows>
      ) : (
        <SkeletonRows count={skeletonRows} />
      )}
    </ul>
  );
}

type HookRowProps<H extends ListedHook> = { hook: H; index: number; measure?: RefCallback<HTMLElement> } & Omit<
  HookListProps<H>,
  'label' | 'hooks'
>;

function HookRow<H extends ListedHook>({
  hook,
  index,
  measure,
  href,
  onFilter,
  filters,
  actions,
  figure,
  note,
}: HookRowProps<H>) {
  const filter = (name: HookLabel) => onFilter && (() => onFilter(name, hook[name]));
  const isActive = (name: HookLabel) => filters?.[name]?.includes(hook[name]) ?? false;
  const { text: line, highlights = [], views_gained_7d: gained } = hook;
  const text = (
    <HookText>{highlights.length > 0 ? <Highlighted text={line} highlights={highlights} /> : line}</HookText>
  );
  return (
    <li
      ref={measure}
      data-row={hook.id}
      data-index={index}
      tabIndex={href ? undefined : -1}
      className={`flex gap-4 px-3 py-2.5 max-sm:gap-2.5 has-checked:bg-accent-soft ${href ? 'transition-colors hover:bg-sunken' : ''} ${gained === null ? 'bg-canvas' : ''}`}
    >
      <div className="stack min-w-0 flex-1 content-start gap-1.5">
        {href ? (
          <Link href={href(hook)} data-opens>
            {text}
          </Link>
        ) : (
          text
        )}
        <div className="flex flex-wrap gap-1">
          {labels.map((name) => (
            <Chip key={name} kind={name} onClick={filter(name)} isActive={isActive(name)}>
              {labelName(hook[name])}
            </Chip>
          ))}
        </div>
        {note?.(hook)}
      </div>
      <div className="grid shrink-0 content-start justify-items-end gap-1.5 text-right">
        <span className="font-medium leading-5.5">
          <Count value={hook.views} unit="views" />
        </span>
        {gained !== undefined && (
          <span className={`text-xs ${gained ? 'text-good' : 'text-muted'}`}>
            {gained === null ? (
              'Growth unknown'
            ) : (
              <>
                +<Count value={gained} /> this week
              </>
            )}
          </span>
        )}
        {figure?.(hook)}
        <Chip onClick={filter('platform')} isActive={isActive('platform')}>
          {labelName(hook.platform)}
        </Chip>
      </div>
      {actions?.(hook)}
    </li>
  );
}

function SkeletonRows({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows never change
    <li key={row} className="grid h-18 content-center gap-3 px-3">
      <Skeleton className="w-3/5" />
      <Skeleton className="w-48" />
    </li>
  ));
}

// SearchCard: one saved search with its filters, the URL of its feed, and its readers.
import type { SavedSearch } from '@hookline/sdk';
import { type ReactNode, useRef } from 'react';
import { Card } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { InlineName } from '../../kit/forms/inline-name.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { capitalized, plural } from '../../kit/page/format.ts';
import { FilterLine } from '../filters/filter-line.tsx';
import { describeFilters } from '../filters/filter-text.ts';
import { fromRecord, linkWith } from '../filters/hook-filters.ts';
import { sortLabel } from '../hooks/hook-sorts.ts';
import { FeedAddress } from './feed-address.tsx';

type SearchCardProps = {
  search: SavedSearch;
  isViewOnly: boolean;
  onRename: (name: string) => Promise<unknown>;
  onRotate: () => void;
  onDelete: () => void;
  /** Settings above the feed. */
  children?: ReactNode;
};

export function SearchCard({ search, isViewOnly, onRename, onRotate, onDelete, children }: SearchCardProps) {
  const { name, filters, sort, feed_url } = search;
  const card = useRef<HTMLElement>(null);
  const find = (selector: string) => card.current?.querySelector<HTMLElement>(selector);
  const explorer = (more = {}) => linkWith('/dashboard/hooks', fromRecord(filters), { ...(sort && { sort }), ...more });
  return (
    <Card>
      <article ref={card} aria-label={name} className="stack gap-3">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h2 className="text-base">
              {isViewOnly ? (
                <span className="font-medium wrap-anywhere">{name}</span>
              ) : (
                <InlineName name={name} onRename={onRename} />
              )}
            </h2>
            {capitalized(describeFilters(filters)) !== name && (
              <p className="text-muted wrap-anywhere">
                <FilterLine of={filters} />
              </p>
            )}
            {sort && <p className="text-muted">Opens in Hooks by “{sortLabel(sort)}”</p>}
          </div>
          <span className="flex items-center gap-1">
            <LinkButton icon="hook" href={explorer()}>
              <span>
                Open<span className="sr-only"> {name}</span>
                <span className="max-sm:sr-only"> in Hooks</span>
              </span>
            </LinkButton>
            {!isViewOnly && (
              <Menu
                label={`Actions for ${name}`}
                items={[
                  { label: 'Rename', icon: 'label', onSelect: () => find('[title=Rename]')?.click() },
                  { label: 'Edit filters', icon: 'filter', href: explorer({ edit: search.search_id }) },
                  { label: 'Change digest', icon: 'mail', onSelect: () => find('select')?.focus() },
                  { label: 'Rotate feed URL…', icon: 'refresh', onSelect: onRotate },
                  { label: 'Delete…', icon: 'trash', danger: true, onSelect: onDelete },
                ]}
              />
            )}
          </span>
        </div>
        {children}
        <div className="stack gap-3 border-t pt-3">
          {!isViewOnly && <FeedAddress name={name} url={feed_url} />}
          <FeedUse of={search} />
        </div>
      </article>
    </Card>
  );
}

/** Shows the current readers first, then the last read and its client. */
function FeedUse({ of: { readers, last_used_at, last_user_agent } }: { of: SavedSearch }) {
  if (!last_used_at) return <p className="text-xs text-muted">Not read yet.</p>;
  return (
    <p className="text-xs text-muted wrap-anywhere">
      <span className="font-medium text-ink">{plural(readers, 'reader')}</span> in 7 days · last read{' '}
      <Time at={last_used_at} />
      {last_user_agent && ` by ${last_user_agent}`}
    </p>
  );
}

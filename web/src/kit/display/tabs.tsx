// Tabs: links, because the URL holds the open tab. Only the open panel is mounted.
import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { formatNumber } from '../page/format.ts';

export type Tab = { id: string; label: string; count?: number; panel: ReactNode };

/** `name` is the query parameter; without it the first tab is open. */
export function Tabs({ label, tabs, name = 'tab' }: { label: string; tabs: readonly Tab[]; name?: string }) {
  const [path] = useLocation();
  const search = useSearch();
  const wanted = new URLSearchParams(search).get(name);
  const open = tabs.find((tab) => tab.id === wanted) ?? tabs[0];
  return (
    <div className="stack gap-4">
      <nav aria-label={label} className="tabs">
        {tabs.map((tab, index) => (
          <Link
            key={tab.id}
            href={path + tabSearch(search, name, index === 0 ? undefined : tab.id)}
            aria-current={tab === open ? 'true' : undefined}
          >
            {tab.label}
            {tab.count !== undefined && <span className="text-xs text-faint">{formatNumber(tab.count)}</span>}
          </Link>
        ))}
      </nav>
      {open?.panel}
    </div>
  );
}

function tabSearch(search: string, name: string, id: string | undefined): string {
  const query = new URLSearchParams(search);
  query.delete(name);
  if (id) query.set(name, id);
  return query.size > 0 ? `?${query}` : '';
}

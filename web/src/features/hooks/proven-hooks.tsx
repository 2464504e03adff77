// ProvenHooks: hooks like a line, each with the reason and, if known, a link to its video.
import type { Hook } from '@hookline/sdk';
import type { Similarity } from '../../api/lines/similar.ts';
import { Icon } from '../../kit/display/icons.tsx';
import { saveSlot } from '../collections/save/save-slot.tsx';
import { HookList } from './hook-list.tsx';

type ProvenHook = Hook & { similarity?: Similarity; source_url?: string | null };

export function ProvenHooks({ label, hooks }: { label: string; hooks: readonly ProvenHook[] }) {
  return (
    <HookList
      label={label}
      hooks={hooks}
      href={({ id }) => `/dashboard/hooks/${id}`}
      actions={saveSlot}
      note={({ similarity, source_url: url }) => (
        <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-muted">
          {similarity && <span className="wrap-anywhere">{similarity.reason}</span>}
          {url && /^https?:\/\//i.test(url) && (
            <a href={url} target="_blank" rel="noopener noreferrer" className="whitespace-nowrap hover:text-ink">
              Video <Icon name="external" className="inline size-3 align-[-1px]" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </p>
      )}
    />
  );
}

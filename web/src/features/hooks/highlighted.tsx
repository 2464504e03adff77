// Highlighted: the text of a hook with the search matches marked.
import type { ListedHook } from '../../api/catalog.ts';

export function Highlighted({ text, highlights }: { text: string; highlights: NonNullable<ListedHook['highlights']> }) {
  return highlights.map(([start, end], at) => (
    <span key={start}>
      {text.slice(highlights[at - 1]?.[1] ?? 0, start)}
      <mark className="rounded-xs bg-accent-soft text-accent">{text.slice(start, end)}</mark>
      {at === highlights.length - 1 && text.slice(end)}
    </span>
  ));
}

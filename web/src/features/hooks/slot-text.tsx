// SlotText: a template with its slots highlighted.
const bracket = /(\[[^[\]]{1,60}\])/;

export function SlotText({ children }: { children: string }) {
  return (
    <span dir="auto" className="wrap-anywhere">
      {children.split(bracket).map((part, at) =>
        at % 2 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never reorder
          <mark key={at} className="rounded-sm bg-accent-soft px-0.5 text-accent">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </span>
  );
}

/** What the brackets of a template name, in order. */
export const slotsIn = (template: string): string[] =>
  template
    .split(bracket)
    .filter((_, at) => at % 2)
    .map((part) => part.slice(1, -1));

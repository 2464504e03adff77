// HookText: the wording of a hook, the hero of every list. It is text of strangers: in its own direction, never as markup.

/** At least two lines are shown; `lines` cuts further down, `whole` never. */
export function HookText({ children, whole }: { children: string; whole?: boolean }) {
  return (
    <span
      dir="auto"
      className={`text-hook whitespace-pre-line wrap-anywhere [unicode-bidi:isolate] ${whole ? '' : 'line-clamp-3'}`}
    >
      {children}
    </span>
  );
}

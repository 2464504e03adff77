// HookText: the text of a hook. Untrusted input: isolated text direction, never markup.

/** Clamped to three lines, unless `whole`. */
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

// Hookline's logo and name.
export function Mark() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-5">
        <path
          d="M20 4v15a7 7 0 0 1-14 0v-4"
          fill="none"
          stroke="var(--color-coral)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <circle cx="20" cy="4" r="3" fill="var(--color-coral)" />
      </svg>
      Hookline
    </span>
  );
}

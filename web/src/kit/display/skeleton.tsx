// Skeleton: a placeholder of the final size while content loads.
export function Skeleton({ className = 'w-24' }: { className?: string }) {
  return <span aria-hidden="true" className={`block h-4 animate-pulse rounded-sm bg-line ${className}`} />;
}

// ProgressBar: progress as a share from 0 to 1; indeterminate without one. Reading: replaces a form while its preview is read.
import { Button, ButtonRow } from '../../kit/forms/button.tsx';

export function ProgressBar({ label, share }: { label: string; share?: number }) {
  const percent = share === undefined ? undefined : Math.round(Math.min(1, share) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className={`h-full rounded-full bg-coral transition-[width] ${percent === undefined ? 'w-full animate-pulse' : ''}`}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}

export function Reading({ text, onStop }: { text: string; onStop: () => void }) {
  return (
    <div className="stack gap-4">
      <p role="status" className="wrap-anywhere">
        {text}
      </p>
      <ProgressBar label="Preview" />
      <ButtonRow>
        <Button autoFocus data-focus onClick={onStop}>
          Stop
        </Button>
      </ButtonRow>
    </div>
  );
}

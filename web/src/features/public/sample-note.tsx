// Mark of a block of the public page whose hooks and figures are invented.

export function SampleNote() {
  return <p className="text-xs text-muted">Sample data, until real hooks are imported.</p>;
}

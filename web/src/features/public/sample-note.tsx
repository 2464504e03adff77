// Marks a block of the public page whose hooks and figures are sample data.

export function SampleNote() {
  return <p className="text-xs text-muted">Sample data with sample figures.</p>;
}

// Example of a call that creates an export.
import { maskedKey } from '../../kit/code/remembered-key.ts';

export const exportExample = () => `curl "${location.origin}/export" \\
  -H "Authorization: Bearer ${maskedKey}" -H "Content-Type: application/json" \\
  -d '{"format": "jsonl", "filters": {"niche": ["finance"], "min_views": 1000000}}'`;

// Collects yt-dlp.
import { type CollectContext, LocationError, type Step } from '../collector.ts';

// biome-ignore lint/correctness/useYield: replaced next
export async function* collectYtDlp(location: string, _context: CollectContext): AsyncGenerator<Step> {
  throw new LocationError(`${location} cannot be collected yet.`);
}

// State of a YouTube location: its uploads playlist, what the last walk through its list left, and a walk that was interrupted.
import { z } from 'zod';
import type { LocationState } from '../collector.ts';

const walkSchema = z.object({
  /** Token of the next page; null for the first. */
  page: z.string().nullable(),
  /** Ids of the last page whose details are still to be requested. */
  pending: z.array(z.string()),
  isLastPage: z.boolean(),
  /** Videos that were looked at. */
  looked: z.number(),
  /** Of the first page. */
  etag: z.string().nullable(),
  /** ISO 8601; the same for all pages of a search. */
  publishedAfter: z.string().nullable(),
  /** Ends at the first page where all is known: an earlier walk has seen the rest. */
  endsAtKnown: z.boolean(),
});
export type Walk = z.infer<typeof walkSchema>;

const stateSchema = z.object({
  playlist: z.string().optional(),
  /** Of the first page of the last complete walk. */
  etag: z.string().nullable().default(null),
  /** A walk reached its end once. */
  isComplete: z.boolean().default(false),
  walk: walkSchema.optional(),
});
export type YouTubeState = z.infer<typeof stateSchema>;

/** Empty if it has another shape, as one of another version may. */
export function readState(stored: LocationState): YouTubeState {
  return stateSchema.safeParse(stored).data ?? stateSchema.parse({});
}

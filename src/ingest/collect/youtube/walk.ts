// Walks through a list of videos page by page, and requests the details of those that are not known. Each request is a step.
import type { CollectContext, CollectedRecord, Step } from '../collector.ts';
import { InvalidParameterError, type Page } from './client.ts';
import type { VideoList } from './lists.ts';
import type { Walk, YouTubeState } from './state.ts';
import { fetchVideos, toRecords } from './video.ts';

/** Returns the state after the last step. */
export async function* walkList(
  list: VideoList,
  state: YouTubeState,
  context: CollectContext,
): AsyncGenerator<Step, YouTubeState> {
  const { walk: interrupted, ...last } = state;
  const stateOf = (walk: Walk): YouTubeState =>
    isFinished(walk) ? { ...last, etag: walk.etag, isComplete: true } : { ...last, walk };
  let walk = interrupted ?? begin(list, list.isOrdered && state.isComplete);
  let isResumed = interrupted !== undefined;
  while (!isFinished(walk)) {
    let records: CollectedRecord[] = [];
    if (walk.pending.length > 0) {
      records = await fetchVideos(context, walk.pending);
      walk = { ...walk, pending: [] };
    } else {
      const isFirst = walk.page === null;
      const page = await list
        .ask(walk, isFirst && walk.endsAtKnown ? state.etag : null)
        .catch((error: unknown) => toRestart(error, isResumed && !isFirst));
      if (page === 'unchanged') return last;
      if (page === 'restart') walk = begin(list, false);
      else ({ walk, records } = await readPage(page, { list, walk, isResumed, context }));
      isResumed = false;
    }
    yield { records, state: stateOf(walk) };
  }
  return stateOf(walk);
}

function begin({ publishedAfter }: VideoList, endsAtKnown: boolean): Walk {
  return { page: null, pending: [], isLastPage: false, looked: 0, etag: null, publishedAfter, endsAtKnown };
}

function isFinished({ isLastPage, pending }: Walk): boolean {
  return isLastPage && pending.length === 0;
}

/** The token of an interrupted walk can be too old. */
function toRestart(error: unknown, isResumed: boolean): 'restart' {
  if (isResumed && error instanceof InvalidParameterError) return 'restart';
  throw error;
}

async function readPage(
  page: Page,
  { list, walk, isResumed, context }: { list: VideoList; walk: Walk; isResumed: boolean; context: CollectContext },
): Promise<{ walk: Walk; records: CollectedRecord[] }> {
  const askedAt = new Date();
  const items = page.items.slice(0, list.maxVideos - walk.looked);
  const ids = [...new Set(items.flatMap((item) => list.idOf(item) ?? []))];
  const known = await context.archive.known(ids);
  const unknown = ids.filter((id) => !known.has(id));
  const looked = walk.looked + items.length;
  // New videos shift the pages, so the first page after an interruption can be known although the next is not.
  const isAtKnown = walk.endsAtKnown && !isResumed && unknown.length === 0;
  const isLastPage = page.next === null || looked >= list.maxVideos || isAtKnown;
  const etag = walk.page === null ? page.etag : walk.etag;
  const next: Walk = { ...walk, page: page.next, isLastPage, looked, etag };
  if (!list.hasDetails) return { walk: { ...next, pending: unknown }, records: [] };
  return { walk: next, records: toRecords(items, context, askedAt).filter(({ id }) => !known.has(id)) };
}

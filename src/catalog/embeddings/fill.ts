// Asks for the vectors that published texts lack, and stores them call by call: a run that was interrupted is continued by the next.
import type { Database } from '../../db/database.ts';
import type { Embedder } from '../../embeddings/embedder.ts';
import type { EndpointStop } from '../../labels/llm/endpoint-stop.ts';
import {
  type GroupedText,
  insertEmbeddings,
  type Place,
  type StoredEmbedding,
  selectDimensions,
  selectTexts,
  selectUnembedded,
} from './store.ts';

export type FillDeps = { db: Database; embedder: Embedder };

export type FillReport = {
  /** Texts. */
  embedded: number;
  /** Texts that the endpoint does not accept. They are not sent again. */
  rejected: number;
  /** Why texts remain. */
  stop: EndpointStop | undefined;
};

const textsPerCall = 100;
/** Hooks are read again before each call, so that nothing is sent that was taken down meanwhile. */
const hooksPerPage = 5000;
/** Texts that are refused one by one before any is accepted: then it is not their fault. */
const maxSuspects = 3;

/** No transaction is open during a call. Rejects only when `signal` aborts, or the database fails. */
export async function fillEmbeddings({ db, embedder }: FillDeps, signal: AbortSignal): Promise<FillReport> {
  const caller = await createCaller({ db, embedder }, signal);
  for (let after: Place | undefined; !caller.report.stop; ) {
    const page = await selectUnembedded(db, embedder.model, { after, limit: hooksPerPage });
    for (let at = 0; at < page.length && !caller.report.stop; at += textsPerCall) {
      const ids = page.slice(at, at + textsPerCall).map(({ id }) => id);
      await caller.embed(await selectTexts(db, embedder.model, ids));
    }
    if (page.length < hooksPerPage) break;
    after = page.at(-1);
  }
  await caller.finish();
  return caller.report;
}

/** Sends texts in calls as large as the endpoint accepts. */
async function createCaller({ db, embedder }: FillDeps, signal: AbortSignal) {
  const report: FillReport = { embedded: 0, rejected: 0, stop: undefined };
  let dimensions = await selectDimensions(db, embedder.model);
  let size = textsPerCall;
  let hasAccepted = false;
  /** Refused while no text was accepted, so that the endpoint itself may be at fault. */
  let suspects: StoredEmbedding[] = [];
  let refusal: EndpointStop | undefined;

  async function store(rows: readonly StoredEmbedding[]): Promise<void> {
    if (rows.length === 0) return;
    await insertEmbeddings(db, embedder.model, rows);
    const embedded = rows.filter(({ vector }) => vector).length;
    report.embedded += embedded;
    report.rejected += rows.length - embedded;
  }

  async function embed(texts: readonly GroupedText[]): Promise<void> {
    for (let at = 0; at < texts.length && !report.stop; ) {
      signal.throwIfAborted();
      const batch = texts.slice(at, at + size);
      const result = await embedder.embed(
        batch.map(({ text }) => text),
        signal,
      );
      const { embeddings, stop } = result;
      if (embeddings) {
        dimensions ??= embeddings[0]?.length;
        if (embeddings[0]?.length !== dimensions) report.stop = stopOfDimensions(dimensions, embeddings[0]?.length);
        else {
          hasAccepted = true;
          await store(batch.map(({ text_group }, index) => toRow(text_group, embeddings[index] ?? null, null)));
          at += batch.length;
        }
      } else if (result.isOfTexts && batch.length > 1) size = Math.floor(batch.length / 2);
      else if (result.isOfTexts && suspects.length < maxSuspects) {
        refusal = stop;
        suspects.push(toRow(batch[0]?.text_group ?? '', null, stop.reason));
        if (hasAccepted) await finish();
        // One text was the cause, not their number.
        size = textsPerCall;
        at += 1;
      } else report.stop = stop;
    }
  }

  async function finish(): Promise<void> {
    if (!hasAccepted) {
      report.stop ??= refusal;
      return;
    }
    await store(suspects);
    suspects = [];
  }
  return { report, embed, finish };
}

function toRow(textGroup: string, vector: StoredEmbedding['vector'], fault: string | null): StoredEmbedding {
  return { textGroup, vector, fault };
}

function stopOfDimensions(stored = 0, found = 0): EndpointStop {
  const reason = `The endpoint of embeddings returns ${found} dimensions, but the stored vectors of this model have ${stored}. Set HOOKLINE_EMBEDDINGS_MODEL to the name of the new model.`;
  return { kind: 'refused', reason };
}

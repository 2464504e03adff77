// Messages between a process and its thread of vectors.
import type { Lines, MeaningLine } from './aligned.ts';

export type ThreadTask = { url: string; model: string };

/** `vector`: of a draft; without it that of `row` is the query. Rows are of this version of the catalog. */
export type SearchRequest = { version: number; rows?: Uint32Array; limit: number } & (
  | { row: number; vector?: undefined }
  | { row?: undefined; vector: Int8Array }
);

/** `serve`: a new version of the catalog; `load`: new vectors were stored. */
export type Request =
  | { kind: 'serve'; id: number; lines: Lines }
  | { kind: 'load'; id: number }
  | { kind: 'search'; id: number; search: SearchRequest };

export type Figures = { version: number; vectors: number; waiting: number; dimensions: number; bytes: number };

/** `lines` is undefined where the thread serves another version, or the hook has no vector. */
export type Response =
  | { kind: 'loaded'; id: number; figures: Figures | undefined }
  | { kind: 'failed'; id: number; error: unknown }
  | { kind: 'found'; id: number; lines: MeaningLine[] | undefined };

// Starter model: weights trained on the lines of the starter set, which ship as a file. `npm run generate` writes it.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ModelLabel } from './classes.ts';
import { readWeights } from './encode-weights.ts';
import type { Weights } from './weights.ts';

export type StarterModel = Readonly<Record<ModelLabel, Weights>>;

let loaded: StarterModel | undefined;

/** Read once. */
export function starterModel(): StarterModel {
  loaded ??= readWeights(gunzipSync(readFileSync(new URL('./starter-model.bin.gz', import.meta.url)))).weights;
  return loaded;
}

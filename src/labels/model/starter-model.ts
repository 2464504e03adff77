// Starter model: weights trained on the lines of the starter set, which ship as a file. `npm run generate` writes it.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type AllWeights, readWeights } from './encode-weights.ts';

let loaded: AllWeights | undefined;

/** Read once. */
export function starterModel(): AllWeights {
  loaded ??= readWeights(gunzipSync(readFileSync(new URL('./starter-model.bin.gz', import.meta.url)))).weights;
  return loaded;
}

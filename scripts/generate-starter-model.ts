// Writes src/labels/model/starter-model.bin.gz: weights trained on the lines of the starter set. Part of `npm run generate`.
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { trainStarterModel } from './starter-model.ts';

const file = new URL('../src/labels/model/starter-model.bin.gz', import.meta.url);
writeFileSync(file, gzipSync(trainStarterModel(), { level: 9 }));

// Trains in a process of its own, which a test kills: `node train-process.ts DATABASE_URL`.
import { train } from '../../src/catalog/labelling/training/train.ts';
import { openDatabase } from '../../src/db/database.ts';

const { db, close } = openDatabase(process.argv[2] ?? '', () => {}, { connections: 1 });
await train(db, { isForced: true }).finally(close);

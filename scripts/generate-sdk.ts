// Writes sdk/src/openapi.ts: npm run generate. Nothing listens for it, and no database is opened.
import { writeFileSync } from 'node:fs';
import { type AppDeps, createApp } from '../src/http/app.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { typeExamples } from './sdk-type-examples.ts';
import { emitTypes, type OpenApiDocument } from './sdk-types.ts';

// Documenting the routes needs no more of the parts; a request would.
const usageLog = { counterOf: () => () => {} };
const parts = {
  config: { trustedProxies: [] },
  operatorKey: '',
  version: '',
  metrics: createMetrics(),
  publicUrl: () => '',
  usageLog,
};
const app = await createApp(parts as unknown as AppDeps);
await app.ready();
const types = emitTypes(app.swagger() as unknown as OpenApiDocument, typeExamples);
writeFileSync(new URL('../sdk/src/openapi.ts', import.meta.url), types);

// Writes sdk/src/openapi.ts and web/src/api/openapi.ts: npm run generate. Starts no server and opens no database.
import { writeFileSync } from 'node:fs';
import { defaultLimits } from '../src/config/limits.ts';
import { type AppDeps, createApp } from '../src/http/app.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { typeExamples } from './sdk-type-examples.ts';
import { emitTypes, type OpenApiDocument } from './sdk-types.ts';
import { emitWebTypes, namedSchemas } from './web-types.ts';

// Routes are documented without the dependencies that requests need.
const deps = {
  config: { trustedProxies: [], limits: defaultLimits },
  limits: defaultLimits,
  operatorKey: '',
  version: '',
  metrics: createMetrics(),
  publicUrl: () => '',
  usageLog: { counterOf: () => () => {} },
};
const app = await createApp(deps as unknown as AppDeps);
const document: OpenApiDocument = (await app.inject('/openapi.json')).json();
const sdkTypes = emitTypes(document, typeExamples);
await app.close();
writeFileSync(new URL('../sdk/src/openapi.ts', import.meta.url), sdkTypes);
writeFileSync(new URL('../web/src/api/openapi.ts', import.meta.url), emitWebTypes(namedSchemas(), sdkTypes));

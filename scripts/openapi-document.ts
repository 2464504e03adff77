// The OpenAPI document, rendered without a server or database.
import { defaultLimits } from '../src/config/limits.ts';
import { type AppServices, createApp } from '../src/http/app.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';

// Routes are documented without the dependencies that requests need.
const services = {
  config: { trustedProxies: [], limits: defaultLimits },
  limits: defaultLimits,
  operatorKey: '',
  version: '',
  metrics: createMetrics(),
  publicUrl: () => '',
  usageLog: { counterOf: () => () => {} },
  requestLog: { loggerOf: () => () => {} },
};

export async function renderOpenApi<Document>(): Promise<Document> {
  const app = await createApp(services as unknown as AppServices);
  const document: Document = (await app.inject('/openapi.json')).json();
  await app.close();
  return document;
}

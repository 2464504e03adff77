// Every endpoint of the API, for tests that walk over all of them. Their handlers have no dependencies and must not be called.
import { defaultLimits } from '../../src/config/limits.ts';
import { createEndpoints } from '../../src/http/app.ts';
import type { Audience } from '../../src/http/pipeline/endpoint.ts';
import type { Services } from '../../src/http/services.ts';

const limits = defaultLimits;
const services = { config: { limits }, limits, publicUrl: () => '', metrics: { downloadCounterOf: () => () => {} } };

export const endpoints = createEndpoints(services as unknown as Services);

export function endpointsOf(...audiences: Audience[]) {
  return endpoints.filter((one) => audiences.includes(one.audience) && !('findCaller' in one));
}

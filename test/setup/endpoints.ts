// Every endpoint of the API, for tests that walk over all of them. Their handlers have no dependencies and must not be called.
import { defaultLimits } from '../../src/config/limits.ts';
import { createEndpoints, type EndpointDeps } from '../../src/http/app.ts';
import type { Audience } from '../../src/http/pipeline/endpoint.ts';

const limits = defaultLimits;
const deps = { config: { limits }, limits, publicUrl: () => '', responseCounterOf: () => () => {} };

export const endpoints = createEndpoints(deps as unknown as EndpointDeps);

export function endpointsOf(...audiences: Audience[]) {
  return endpoints.filter((one) => audiences.includes(one.audience) && !('findCaller' in one));
}

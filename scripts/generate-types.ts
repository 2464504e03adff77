// Writes sdk/src/openapi.ts, sdk/src/resources.ts, web/src/api/openapi.ts and the copies of the filters: npm run generate. Starts no server and opens no database.
import { writeFileSync } from 'node:fs';
import { renderOpenApi } from './openapi-document.ts';
import { emitFilters } from './sdk/filters.ts';
import type { OpenApiDocument } from './sdk/operations.ts';
import { emitResources } from './sdk/resources.ts';
import { emitTypes } from './sdk/types.ts';
import { emitWebTypes, namedSchemas } from './web-types.ts';

const document = await renderOpenApi<OpenApiDocument>();
const sdkTypes = emitTypes(document);
writeFileSync(new URL('../sdk/src/openapi.ts', import.meta.url), sdkTypes);
writeFileSync(new URL('../sdk/src/resources.ts', import.meta.url), emitResources(document));
writeFileSync(new URL('../web/src/api/openapi.ts', import.meta.url), emitWebTypes(namedSchemas(), sdkTypes));
for (const [path, text] of Object.entries(emitFilters())) writeFileSync(new URL(`../${path}`, import.meta.url), text);

// Writes sdk/src/openapi.ts and web/src/api/openapi.ts: npm run generate. Starts no server and opens no database.
import { writeFileSync } from 'node:fs';
import { renderOpenApi } from './openapi-document.ts';
import { typeExamples } from './sdk-type-examples.ts';
import { emitTypes, type OpenApiDocument } from './sdk-types.ts';
import { emitWebTypes, namedSchemas } from './web-types.ts';

const sdkTypes = emitTypes(await renderOpenApi<OpenApiDocument>(), typeExamples);
writeFileSync(new URL('../sdk/src/openapi.ts', import.meta.url), sdkTypes);
writeFileSync(new URL('../web/src/api/openapi.ts', import.meta.url), emitWebTypes(namedSchemas(), sdkTypes));

import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** The TypeScript source of `client/schema.ts` for an API document. */
export async function renderSchema(document: object): Promise<string> {
  const nodes = await openapiTypescript(document as OpenAPI3, {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    alphabetize: true,
  });
  return `// Generated from the API document by scripts/build.mjs; do not edit.\n\n${astToString(nodes)}`;
}

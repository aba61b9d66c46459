import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** The TypeScript of `client/schema.ts` for an API document. */
export async function renderSchema(document: object): Promise<string> {
  const nodes = await openapiTypescript(document as OpenAPI3, {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    alphabetize: true,
  });
  return `// Made from the API document by scripts/build.mjs; not to be edited.\n\n${astToString(nodes)}`;
}

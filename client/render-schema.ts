import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** The TypeScript source of `client/schema.ts` for an API document. */
export async function renderSchema(document: object): Promise<string> {
  const nodes = await openapiTypescript(wrapReferences(document) as OpenAPI3, {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    alphabetize: true,
  });
  return `// Generated from the API document by scripts/build.mjs; do not edit.\n\n${astToString(nodes)}`;
}

/** openapi-typescript ignores what stands beside a `$ref`: the codes of each failure. */
function wrapReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrapReferences);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, wrapReferences(inner)]),
  );
  if ($ref === undefined) return rest;
  if ('properties' in rest) return { allOf: [{ $ref }, rest] };
  return { $ref, ...rest };
}

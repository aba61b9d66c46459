/**
 * Companies that a narrowing may name one by one: the engine takes 65,536 values in a condition
 * (docs/traps.md#terms-in-one-query).
 */
export const maxNamedCompanies = 50_000;

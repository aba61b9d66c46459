/** Companies that a narrowing may name one by one: the engine takes 65,536 values in a condition (traps.md). */
export const maxNamedCompanies = 50_000;

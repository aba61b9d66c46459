/** For routes that only a test has: what the API document would say of them. */
export const undocumented = { operationId: 'onlyInTests', tag: 'Service', answers: {} } as const;

/** What a key can be made for, so that it can do nothing else. */
export const keyPurposes = ['reconciliation'] as const;
export type KeyPurpose = (typeof keyPurposes)[number];

import { defineEndpoints } from '../endpoint.ts';
import { pageQuery } from '../fields.ts';
import { maxKeysInUse } from '../limits.ts';
import * as keys from './keys.ts';

export const keysEndpoints = defineEndpoints('API keys', {
  listKeys: {
    method: 'GET',
    path: '/keys',
    managesKeys: true,
    summary: "The account's API keys, newest first.",
    answers: { 200: { description: 'A page of keys.', schema: keys.keysPageSchema } },
    errors: ['invalid_cursor'],
    query: pageQuery,
  },
  getCurrentKey: {
    method: 'GET',
    path: '/keys/current',
    openToSourceKeys: true,
    summary: 'The API key of the request: what it may do, and what is left of its spending limit.',
    description:
      'Every key may call it, also one that is limited, so that a program can offer only what its key may do. Keys for reconciliation permit only the paths below `/reconcile`.',
    answers: { 200: { description: 'The key of the request.', schema: keys.currentKeyAnswer } },
  },
  createKey: {
    method: 'POST',
    path: '/keys',
    writes: true,
    managesKeys: true,
    takesKey: true,
    // Revoked keys are kept, so their number must not grow fast.
    limit: 'heavy',
    work: 'light',
    summary: 'Create an API key.',
    description: `Only a key without any limit may create keys. The scope and the spending limit of a key never change; for others, create another key. An account has at most ${maxKeysInUse} keys in use.`,
    answers: { 201: { description: 'The new key.', schema: keys.newKeyAnswer } },
    errors: ['source_not_found', 'too_many_keys'],
    body: keys.newKeyBody,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/:keyId',
    writes: true,
    managesKeys: true,
    summary: 'Revoke an API key.',
    description:
      'From then on, no process accepts the key, not even for this account. Revoking it again changes nothing. A run in the background that the key started goes on; cancel it if that is not wanted.',
    answers: { 200: { description: 'The revoked key.', schema: keys.revokedKeyAnswer } },
    errors: ['key_not_found'],
    params: keys.keyParams,
  },
});

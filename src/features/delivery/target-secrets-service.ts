import type { SecretBox, SecretPlace } from '../../secrets/secret-box.ts';
import type { TargetRecord } from './delivery-record.ts';

/** The secrets of a delivery target: the address, which for chat tools is one, and the secret that signs webhooks. */
export type TargetSecrets = Pick<TargetRecord, 'url' | 'secret'>;

const toSecretPlace = (column: keyof TargetSecrets, listId: string): SecretPlace => ({
  table: 'list_delivery_targets',
  column,
  row: listId,
});

/** As Postgres stores it. */
export function encryptTarget<Target extends TargetSecrets>(
  box: SecretBox,
  listId: string,
  target: Target,
): Target {
  return mapSecrets(target, listId, (text, place) => box.encryptText(text, place));
}

/** @throws SecretKeyError */
export function decryptTarget<Target extends TargetSecrets>(
  box: SecretBox,
  listId: string,
  target: Target,
): Target {
  return mapSecrets(target, listId, (text, place) => box.decryptText(text, place));
}

function mapSecrets<Target extends TargetSecrets>(
  target: Target,
  listId: string,
  change: (text: string, place: SecretPlace) => string,
): Target {
  const { url, secret } = target;
  return {
    ...target,
    url: change(url, toSecretPlace('url', listId)),
    secret: secret && change(secret, toSecretPlace('secret', listId)),
  };
}

/**
 * What the operator has to know of the keys in use; null if all is well.
 * @param inUse how many stored values each key has; null is for values that are not encrypted
 */
export function findKeyFaults(inUse: ReadonlyMap<string | null, number>, box: SecretBox) {
  const missing = [...inUse.keys()].filter((id) => id !== null && !box.hasKey(id));
  const plain = inUse.get(null) ?? 0;
  if (missing.length === 0 && plain === 0) return null;
  return {
    ...(missing.length > 0 && { missing_keys: missing }),
    // With SECRET_KEYS set, `ops secrets rotate` encrypts them.
    ...(plain > 0 && { not_encrypted: plain }),
  };
}

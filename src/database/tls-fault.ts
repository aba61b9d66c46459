/** Why a TLS connection to a store was refused, as one sentence about its certificate; null for other errors. Pure. */
export function findTlsFault(error: unknown): string | null {
  const { code, message } = Object(error) as Readonly<Record<string, unknown>>;
  const text = `${typeof code === 'string' ? code : ''} ${typeof message === 'string' ? message : ''}`;
  return faults.find(([form]) => form.test(text))?.[1] ?? null;
}

// Node's codes, and the messages of OpenSSL, which are all that some clients keep.
const faults: readonly (readonly [RegExp, string])[] = [
  [
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/,
    'Its certificate is for another host name.',
  ],
  [/CERT_HAS_EXPIRED|certificate has expired/, 'Its certificate has expired.'],
  [/CERT_NOT_YET_VALID|certificate is not yet valid/, 'Its certificate is not valid yet.'],
  [
    /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_SIGNATURE_FAILURE|CERT_UNTRUSTED/,
    'Its certificate is not signed by a known authority.',
  ],
  [
    /self-signed certificate|unable to (verify|get)( local)? (the first|issuer) certificate|certificate signature failure/,
    'Its certificate is not signed by a known authority.',
  ],
  [/does not support SSL connections/, 'It does not offer TLS.'],
  [/ERR_SSL_|wrong version number/, 'It does not speak TLS as expected.'],
];

// The library needs it first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const { subtle } = webcrypto;
const hourMs = 60 * 60 * 1000;

export interface Certificate {
  /** PEM. */
  readonly certificate: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

export interface Authority {
  /** PEM of its own certificate, which it has signed itself. */
  readonly ca: string;
  /** A certificate for a host: a name or an IPv4 address. @param validMs negative if it has expired */
  issue(host: string, validMs?: number): Promise<Certificate>;
}

/** A certificate authority of a test's own, which nobody knows. */
export async function makeAuthority(): Promise<Authority> {
  const keys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const name = 'CN=Authority of a test';
  const own = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name,
    notBefore: new Date(Date.now() - hourMs),
    notAfter: new Date(Date.now() + hourMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  let serial = 1;
  return {
    ca: own.toString('pem'),
    async issue(host, validMs = hourMs) {
      const own = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
      serial += 1;
      const type = /^[\d.]+$/.test(host) ? 'ip' : 'dns';
      const issued = await X509CertificateGenerator.create({
        serialNumber: serial.toString(16).padStart(2, '0'),
        subject: `CN=${host}`,
        issuer: name,
        notBefore: new Date(Date.now() - 2 * hourMs),
        notAfter: new Date(Date.now() + validMs),
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [new SubjectAlternativeNameExtension([{ type, value: host }])],
      });
      const pkcs8 = await subtle.exportKey('pkcs8', own.privateKey);
      return { certificate: issued.toString('pem'), key: PemConverter.encode(pkcs8, 'PRIVATE KEY') };
    },
  };
}

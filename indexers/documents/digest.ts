import { hash } from 'node:crypto';

/**
 * A document's part of the digest that compares an index with Postgres: which documents exist, in which version. Sums in
 * Elasticsearch are doubles, so the digest has pieces of 20 bits: sums of millions of them stay exact.
 */
export interface DocumentDigest {
  /** 0..255: where to look when the sums differ. */
  readonly digest_bucket: number;
  readonly digest_a: number;
  readonly digest_b: number;
}

export function computeDocumentDigest(id: string, version: number): DocumentDigest {
  const md5 = hash('md5', `${id}:${version}`, 'hex');
  return {
    digest_bucket: Number.parseInt(md5.slice(0, 2), 16),
    digest_a: Number.parseInt(md5.slice(2, 7), 16),
    digest_b: Number.parseInt(md5.slice(7, 12), 16),
  };
}

/**
 * The same digest in SQL, summed by bucket: `bucket`, `documents`, `sumA`, `sumB`.
 * @param keys a query for the `id` and `version` of every document that must be in the index
 */
export function buildDigestSql(keys: string): string {
  return `
    SELECT ${buildBitsSql(1, 2)} AS bucket, count(*)::int AS documents,
      sum(${buildBitsSql(3, 5)})::float8 AS "sumA", sum(${buildBitsSql(8, 5)})::float8 AS "sumB"
    FROM (SELECT md5(id || ':' || version) AS md5 FROM (${keys}) AS keys) AS digests
    GROUP BY 1`;
}

/** `id` and `version` of everything in bucket $1. */
export function buildBucketSql(keys: string): string {
  return `
    SELECT id, version FROM (SELECT id, version, md5(id || ':' || version) AS md5 FROM (${keys}) AS keys) AS digests
    WHERE ${buildBitsSql(1, 2)} = $1`;
}

/** Hexadecimal digits of `md5` as a number. */
function buildBitsSql(from: number, digits: number): string {
  return `('x' || substr(md5, ${from}, ${digits}))::bit(${digits * 4})::int`;
}

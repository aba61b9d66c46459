import type { Client } from '@elastic/elasticsearch';
import type { Peer } from './peer.ts';
import { maxLookedAt } from './written-scoring.ts';

/** A full-text search over pairs of letters, with the ranking that Elasticsearch has by default. */
export function bigramPeer(elasticsearch: Client, indexPrefix: string): Peer {
  const index = `${indexPrefix}relevance-peers`;
  return {
    name: 'Elasticsearch, bigrams',
    async create() {
      await elasticsearch.indices.create({
        index,
        settings: {
          number_of_shards: 1,
          number_of_replicas: 0,
          refresh_interval: '-1',
        },
        mappings: {
          dynamic: 'strict',
          properties: { company_id: { type: 'keyword' }, name: { type: 'text', analyzer: 'whitespace' } },
        },
      });
    },
    async add(names) {
      const { errors } = await elasticsearch.bulk({
        index,
        operations: names.flatMap(({ companyId, plain }) => [
          { index: {} },
          { company_id: companyId, name: bigrams(plain) },
        ]),
      });
      if (errors) throw new Error('Elasticsearch did not store all names of the bigram search');
    },
    async complete() {
      await elasticsearch.indices.refresh({ index });
    },
    async search(texts) {
      const { responses } = await elasticsearch.msearch<{ company_id: string }>({
        index,
        searches: texts.flatMap((text) => [
          {},
          {
            query: { match: { name: bigrams(text) } },
            // One result a company, whatever the number of its names.
            collapse: { field: 'company_id' },
            size: maxLookedAt,
            _source: ['company_id'],
          },
        ]),
      });
      return responses.map((response) => {
        if ('error' in response) throw new Error(`the bigram search failed: ${response.error.reason}`);
        return response.hits.hits.flatMap(({ _source }) => _source?.company_id ?? []);
      });
    },
    async remove() {
      await elasticsearch.indices.delete({ index, ignore_unavailable: true });
    },
  };
}

/** Overlapping pairs of letters as words. They are made here, because small builds of Elasticsearch have no such tokenizer. */
function bigrams(plain: string): string {
  const letters = [...plain];
  if (letters.length < 2) return plain;
  return letters
    .slice(1)
    .map((letter, at) => `${letters[at]}${letter}`)
    .join(' ');
}

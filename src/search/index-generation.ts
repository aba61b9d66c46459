import { type Client, errors } from '@elastic/elasticsearch';
import { z } from 'zod';
import { countOtherNodes } from './elasticsearch.ts';

const mappings = z.record(
  z.string(),
  z.object({ mappings: z.object({ _meta: z.object({ mapping_version: z.int() }).optional() }) }),
);

/**
 * The mapping version of an alias's index; null if the alias does not exist or does not have exactly one index.
 * Throws if the engine does not answer.
 * @param timeoutMs maximum wait for the answer
 */
export async function readMappingVersion(
  client: Client,
  alias: string,
  timeoutMs: number,
): Promise<number | null> {
  try {
    const answer = await client.indices.getMapping(
      { index: alias },
      { requestTimeout: timeoutMs, maxRetries: countOtherNodes(client) },
    );
    const [index, ...others] = Object.values(mappings.parse(answer));
    if (others.length > 0) return null;
    return index?.mappings._meta?.mapping_version ?? null;
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 404) return null;
    throw error;
  }
}

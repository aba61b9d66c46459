import { parentPort } from 'node:worker_threads';
import { findContentRejections, type Rejection, type ResearchContent } from './content-policy.ts';

/** A worker thread that checks content. It has its own file in the build and runs as long as the service. */

export interface ContentTask {
  readonly id: number;
  readonly content: ResearchContent;
}

export type ContentOutcome = { readonly id: number } & (
  | { readonly rejections: readonly Rejection[] }
  | { readonly failure: string }
);

parentPort?.on('message', async ({ id, content }: ContentTask) => {
  try {
    parentPort?.postMessage({
      id,
      rejections: await findContentRejections(content),
    } satisfies ContentOutcome);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ id, failure } satisfies ContentOutcome);
  }
});

import { ApiError, type CompanyDataClient, createClient, NoAnswerError } from '../client/index.ts';
import { type Calls, createCalls, type KeptInit } from './api-calls.ts';
import { rateWaits } from './rate-waits.ts';

/** The data of a call of the client, and errors of calls. */
export { ApiError, answered as answer, NoAnswerError } from '../client/index.ts';

/** Bytes of a file that were sent. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
}

/** The address of the service: the desk is served beside the API, maybe below a path. */
export function getServiceUrl(): string {
  return new URL('.', document.baseURI).href.replace(/\/$/, '');
}

export interface Api extends Calls {
  /** As other programs use it. Pages call the API by `get`, `post` and so on. */
  readonly client: CompanyDataClient;
  /** By table: each counts things that a person did there and that were not sent yet. */
  readonly unsent: Map<string, () => number>;
  /** By table: each counts those that were refused, and that no person has read about yet. */
  readonly refused: Map<string, () => number>;
  /** For what the client does not do: a file of any type. @throws ApiError, NoAnswerError */
  fetchFile(path: string): Promise<Response>;
  /** Sends a file as the body. @returns the JSON of the answer @throws ApiError, NoAnswerError */
  upload<Answer>(path: string, file: Blob, options: UploadOptions): Promise<Answer>;
}

export interface UploadOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: UploadProgress) => void;
}

const noAnswerText = 'The service does not answer.';

/**
 * @param onKeyRefused called when the service does not accept the key any more, with what was not sent yet
 */
export function openApi(apiKey: string, onKeyRefused: (unsent: number) => void): Api {
  const unsent: Api['unsent'] = new Map();
  const countUnsent = () => [...unsent.values()].reduce((sum, count) => sum + count(), 0);
  const throwNoAnswer = (error: unknown): never => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NoAnswerError(noAnswerText, { cause: error });
  };
  const sendUntilTaken = async (
    send: () => Promise<Response>,
    { signal, isKept }: { readonly signal?: AbortSignal | undefined } & KeptInit,
  ): Promise<Response> => {
    const response = await rateWaits.send(send, { signal, isKept: isKept === true });
    if (response.status === 401) onKeyRefused(countUnsent());
    return response;
  };
  // The client hands on what it does not know of a call.
  const fetchFromService = (request: Request & KeptInit) =>
    sendUntilTaken(() => fetch(request.clone()).catch(throwNoAnswer), request);
  const client = createClient({ baseUrl: getServiceUrl(), apiKey, fetch: fetchFromService });
  return {
    ...createCalls(client),
    unsent,
    refused: new Map(),
    client,
    async fetchFile(path) {
      const headers = { Authorization: `Bearer ${apiKey}` };
      const response = await fetchFromService(new Request(`${getServiceUrl()}${path}`, { headers }));
      await requireSuccess(response);
      return response;
    },
    async upload<Answer>(path: string, file: Blob, options: UploadOptions) {
      const response = await sendUntilTaken(() => sendFile(path, file, apiKey, options), options);
      await requireSuccess(response);
      return (await response.json().catch(() => null)) as Answer;
    },
  };
}

/** @throws ApiError */
async function requireSuccess(response: Response): Promise<void> {
  if (response.ok) return;
  throw new ApiError(response.status, await response.json().catch(() => null), response.headers);
}

/** Only XMLHttpRequest reports how much of a body was sent. */
function sendFile(path: string, file: Blob, apiKey: string, options: UploadOptions): Promise<Response> {
  const { headers = {}, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${getServiceUrl()}${path}`);
    request.setRequestHeader('Authorization', `Bearer ${apiKey}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sent: loaded, total });
    request.onerror = () => reject(new NoAnswerError(noAnswerText));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onload = () => {
      const retryAfter = request.getResponseHeader('Retry-After');
      const answered = {
        status: request.status,
        headers: { ...(retryAfter && { 'Retry-After': retryAfter }) },
      };
      resolve(new Response(request.responseText, answered));
    };
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/** A new `Idempotency-Key`: make one for each thing that a person does, and repeat a call with the same one. */
export function createIdempotencyKey(): string {
  return `desk:${crypto.randomUUID()}`;
}

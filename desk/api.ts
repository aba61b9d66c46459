import { type CompanyDataClient, createClient, type operations } from '../client/index.ts';

/** An error answer of the service, or no answer (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    /** Code of the error catalogue; `no_connection` without an answer. */
    readonly code: string,
    message: string,
    readonly recovery?: string,
    readonly details?: unknown,
    readonly requestId?: string,
  ) {
    super(message);
  }
}

interface ErrorBody {
  readonly error?: { code?: string; message?: string; recovery?: string; details?: unknown };
  readonly request_id?: string;
}

function apiErrorOf(status: number, body: unknown): ApiError {
  const { error = {}, request_id: requestId } = (body ?? {}) as ErrorBody;
  return new ApiError(
    status,
    error.code ?? 'unknown',
    error.message ?? `The service answered with status ${status}.`,
    error.recovery,
    error.details,
    requestId,
  );
}

/** Bytes of a file that were sent. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
}

/** The address of the service: the desk is served beside the API, maybe below a path. */
export function serviceUrl(): string {
  return new URL('.', document.baseURI).href.replace(/\/$/, '');
}

export interface Api {
  /** All operations of the API, typed. Use `answer` around a call. */
  readonly client: CompanyDataClient;
  /** For what the client does not do: files. @throws ApiError */
  send(
    method: string,
    path: string,
    init?: { body?: Blob | string; headers?: HeadersInit; signal?: AbortSignal },
  ): Promise<Response>;
  /** Sends a file as the body. @returns the JSON of the answer @throws ApiError */
  upload<Answer>(path: string, file: Blob, options: UploadOptions): Promise<Answer>;
}

export interface UploadOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: UploadProgress) => void;
}

/** @param onRefusedKey called when the service does not accept the key any more */
export function openApi(apiKey: string, onRefusedKey: () => void): Api {
  const noAnswer = (error: unknown): never => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'no_connection', 'The service does not answer.');
  };
  const watched = async (request: Request): Promise<Response> => {
    const response = await fetch(request).catch(noAnswer);
    if (response.status === 401) onRefusedKey();
    return response;
  };
  return {
    client: createClient({ baseUrl: serviceUrl(), apiKey, fetch: watched }),
    async send(method, path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('Authorization', `Bearer ${apiKey}`);
      const response = await watched(new Request(`${serviceUrl()}${path}`, { ...init, method, headers }));
      if (!response.ok) throw apiErrorOf(response.status, await response.json().catch(() => null));
      return response;
    },
    upload: (path, file, options) => sendFile(path, file, { apiKey, onRefusedKey, ...options }),
  };
}

/** Only XMLHttpRequest reports how much of a body was sent. */
function sendFile<Answer>(
  path: string,
  file: Blob,
  options: UploadOptions & { readonly apiKey: string; readonly onRefusedKey: () => void },
): Promise<Answer> {
  const { apiKey, onRefusedKey, headers = {}, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${serviceUrl()}${path}`);
    request.setRequestHeader('Authorization', `Bearer ${apiKey}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sent: loaded, total });
    request.onerror = () => reject(new ApiError(0, 'no_connection', 'The service does not answer.'));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onload = () => {
      if (request.status === 401) onRefusedKey();
      const body = readJson(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as Answer);
      else reject(apiErrorOf(request.status, body));
    };
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
/** The answer of an operation, by its operationId in the API document. */
export type AnswerOf<Id extends keyof operations> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/**
 * The data of a call of the client. @throws ApiError if the service refused it
 *
 *     const { source } = await answer(api.client.GET('/api/service/sources/{sourceId}/inspect', { params: { path: { sourceId } } }));
 */
export async function answer<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined || data === null) throw apiErrorOf(response.status, error);
  return data;
}

/** A new `Idempotency-Key`: make one for each thing that a person does, and repeat a call with the same one. */
export function idempotencyKey(): string {
  return `desk:${crypto.randomUUID()}`;
}

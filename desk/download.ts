import type { Api } from './api.ts';

/** Lets the browser save an answer as a file. @returns its headers @throws ApiError */
export async function downloadFile(api: Api, path: string, fileName: string): Promise<Headers> {
  const response = await api.fetchFile(path);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return response.headers;
}

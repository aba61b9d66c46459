import path from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { TestAccount } from './service.ts';

/** The protocol's own client, as assistants use it. */

export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  // Answers have many shapes, which their schemas check.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly data: any;
}

export class Assistant {
  constructor(readonly client: Client) {}

  static async overHttp(
    url: string,
    { apiKey }: Pick<TestAccount, 'apiKey'>,
    options: ClientOptions = {},
  ): Promise<Assistant> {
    const client = new Client({ name: 'test', version: '1' }, options);
    const requestInit = { headers: { Authorization: `Bearer ${apiKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
    return new Assistant(client);
  }

  /** Starts the built command line, which `npm test` builds. */
  static async overStdio(url: string, { apiKey }: Pick<TestAccount, 'apiKey'>): Promise<Assistant> {
    const client = new Client({ name: 'test', version: '1' });
    const env = {
      COMPANY_DATA_URL: url,
      COMPANY_DATA_API_KEY: apiKey,
      COMPANY_DATA_CONFIG: '/nowhere/config.json',
    };
    const args = [commandLine, 'mcp'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }));
    return new Assistant(client);
  }

  async call(name: string, given: object = {}): Promise<ToolResult> {
    const {
      content,
      structuredContent,
      isError = false,
    } = await this.client.callTool({
      name,
      arguments: given as Record<string, unknown>,
    });
    const [first] = content;
    return { isError, text: first?.type === 'text' ? first.text : '', data: structuredContent };
  }

  /** The data of a call that must succeed. */
  async done(name: string, given: object = {}): Promise<ToolResult['data']> {
    const { isError, text, data } = await this.call(name, given);
    if (isError) throw new Error(`${name}: ${text}`);
    return data;
  }

  async end(): Promise<void> {
    await this.client.close();
  }
}

export const commandLine = path.resolve(import.meta.dirname, '../../dist/company-data.js');

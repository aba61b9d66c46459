import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { type Api, ToolFailure } from './api-calls.ts';
import {
  formatTerm,
  type Line,
  limitData,
  limitText,
  line,
  type MaybeLine,
  quoteText,
} from './quoted-text.ts';

/** What a tool works with. */
export interface ToolContext {
  /** The public API, with the caller's key. */
  readonly api: Api;
  /** Where people reach the service, without a slash at the end. */
  readonly address: string;
  /** Aborts if the caller cancels the call. */
  readonly signal: AbortSignal;
  /** Tells the caller how far a call is, if it asked for that. */
  progress(done: number, total: number, message: string): Promise<void>;
}

/** A file of the answer, for clients that can fetch it. */
export interface FileLink {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

export interface ToolAnswer<Data> {
  /** For a model: short, in whole lines. */
  readonly lines: readonly MaybeLine[];
  /** Lines at the end that stay if the text is cut. */
  readonly end?: readonly MaybeLine[];
  /** The same for programs, as in the schema of the tool's answers. */
  readonly data: Data;
  readonly files?: readonly FileLink[];
}

export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Whether it changes nothing and spends nothing. */
  readonly reads?: boolean;
  run(input: z.output<Input>, context: ToolContext): Promise<ToolAnswer<z.input<Output>>>;
}

/** Keeps the exact types of a tool. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>) {
  return tool;
}

export interface ToolServices {
  readonly api: Api;
  readonly address: string;
  /** A failure that is neither the caller's nor the service's answer. @returns what to tell the caller */
  onUnexpected(error: unknown): Line;
}

export function registerTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  { name, title, description, input, output, reads = false, run }: Tool<Input, Output>,
  { api, address, onUnexpected }: ToolServices,
): void {
  const annotations = {
    title,
    readOnlyHint: reads,
    // What tools change can be undone, and calling one again changes and charges nothing more.
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
  const config = {
    title,
    description,
    inputSchema: shortenFaults(describeOnce(input)),
    outputSchema: describeOnce(output),
    annotations,
  };
  server.registerTool<Output, Input>(name, config, (async (given: z.output<Input>, call: ServerContext) => {
    try {
      const context = { api, address, signal: call.mcpReq.signal, progress: createProgressReporter(call) };
      const { lines, end, data, files = [] } = await run(given, context);
      return {
        content: [
          { type: 'text', text: limitText(lines, end) },
          ...files.map((file) => ({ type: 'resource_link' as const, ...file })),
        ],
        structuredContent: limitData(data),
      } satisfies CallToolResult;
    } catch (error) {
      return toFailureResult(error, onUnexpected);
    }
    // The SDK's type of a callback cannot be resolved for a generic schema.
  }) as never);
}

const described = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * The schema, whose description for the protocol is made once. Every request registers all tools, and describing them takes as long as
 * a hundred searches.
 */
function describeOnce<Schema extends z.ZodObject>(schema: Schema): Schema {
  const known = described.get(schema);
  if (known) return known as Schema;
  const { jsonSchema, ...standard } = schema['~standard'];
  const made = new Map<string, ReturnType<typeof jsonSchema.input>>();
  const describeSide = (side: 'input' | 'output') => (options: Parameters<typeof jsonSchema.input>[0]) => {
    const key = `${side} ${options.target}`;
    const schemaMade = made.get(key) ?? jsonSchema[side](options);
    made.set(key, schemaMade);
    return schemaMade;
  };
  const value = { ...standard, jsonSchema: { input: describeSide('input'), output: describeSide('output') } };
  const describing = Object.defineProperty(Object.create(schema), '~standard', { value }) as Schema;
  described.set(schema, describing);
  return describing;
}

const maxFaults = 5;

/** The same schema, with faults that are short and quoted: they repeat names that a caller made up. */
function shortenFaults<Input extends z.ZodObject>(input: Input): Input {
  const standard = input['~standard'];
  const short = {
    ...standard,
    async validate(value: unknown) {
      const result = await standard.validate(value);
      if (result.issues === undefined) return result;
      const faults = result.issues.slice(0, maxFaults).map(({ path = [], message }) => {
        const place = path.map((part) => String(Object(part).key ?? part)).join('.');
        return quoteText(`${place} ${message}`, 300);
      });
      return { issues: [{ message: limitText(faults) }] };
    },
  };
  return { '~standard': short } as unknown as Input;
}

function createProgressReporter({ mcpReq }: ServerContext): ToolContext['progress'] {
  const progressToken = mcpReq._meta?.progressToken;
  return async (progress, total, message) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress, total, message };
    // The caller may have gone. What it asked for is done all the same.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

function toFailureResult(error: unknown, onUnexpected: (error: unknown) => Line): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: limitText(renderFailure(error, onUnexpected)) }] };
}

function renderFailure(error: unknown, onUnexpected: (error: unknown) => Line): MaybeLine[] {
  if (!(error instanceof ToolFailure)) return [onUnexpected(error)];
  const { code, reason, details, recovery } = error;
  return [line`${formatTerm(code)}: ${reason}`, ...details, recovery];
}

/** Without the fields that are undefined. */
export function omitUndefined<Given extends object>(given: Given) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]?: Exclude<Given[Key], undefined>;
  };
}

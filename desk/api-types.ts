import type { Schema } from '../client/index.ts';

/** Schemas of the API that several pages show. */
export type Source = Schema<'Source'>;
export type SampledSource = Schema<'SampledSource'>;
export type ParsedFile = Schema<'SourceReading'>;
export type PreviewedTable = Schema<'PreviewedTable'>;
export type ImportedSheet = Schema<'ImportedSheet'>;
export type SourceRun = Schema<'SourceRun'>;
export type MappingWarning = Schema<'MappingWarning'>;

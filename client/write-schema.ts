import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../engine/project-folder.ts';
import { describeApi } from '../src/openapi/document.ts';
import { renderSchema } from './render-schema.ts';

/** Generates the types of the client from the API document; `scripts/build.mjs` runs it. */
const file = path.join(projectFolder, 'client', 'schema.ts');
writeFileSync(file, await renderSchema(await describeApi()));

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../engine/project-folder.ts';
import { describeApi } from '../src/openapi/describe.ts';
import { renderSchema } from './render-schema.ts';

/** `npm run client`: makes the typed client anew from the API document. */
const file = path.join(projectFolder, 'client', 'schema.ts');
writeFileSync(file, await renderSchema(describeApi()));
console.log(`Written: ${path.relative(projectFolder, file)}`);

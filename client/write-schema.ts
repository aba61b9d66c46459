import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../engine/project-folder.ts';
import { describeService } from '../src/describe-service.ts';
import { renderSchema } from './render-schema.ts';

/** `npm run client`: makes the typed client anew from the API document. */
const file = path.join(projectFolder, 'client', 'schema.ts');
writeFileSync(file, await renderSchema(await describeService()));
console.log(`Written: ${path.relative(projectFolder, file)}`);

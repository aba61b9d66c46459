import { runOps } from '../indexers/ops.ts';
import { addLabCommands } from '../lab/index.ts';
import { findRunningStack, getDefaultStateFolder } from './open-stack.ts';

// `npm run ops`: the operator's command line, which finds the stack that runs on this machine. The lab adds its commands.
await runOps({ stateFolder: getDefaultStateFolder('start'), findRunning: findRunningStack }, addLabCommands);

import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest loads all modules anew for each suite, which takes a fifth of the time of all suites. Here is what the suites of a worker
 * share: compiled code, and in `keptInWorker` what is dear to make and the same for all.
 */
const keptInWorker = new Map();
const compiledCode = new Map();
const { SourceTextModule, compileFunction } = vm;

vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    const cachedData = compiledCode.get(code);
    super(code, { ...options, cachedData });
    if (!cachedData) compiledCode.set(code, this.createCachedData());
  }
};

vm.compileFunction = (code, parameters, options) => {
  const cachedData = compiledCode.get(code);
  const made = compileFunction(code, parameters, { ...options, cachedData, produceCachedData: !cachedData });
  if (made.cachedData) compiledCode.set(code, made.cachedData);
  return made;
};

export default class EnvironmentOfSuites extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.keptInWorker = keptInWorker;
  }
}

import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest loads all modules anew for each suite. The suites of a worker share their compiled code, and in `keptInWorker` what takes
 * long to make and is the same for all.
 */
const keptInWorker = new Map();
const compiledCode = new Map();
const { SourceTextModule, compileFunction } = vm;

/** Node 20 does not find the callback of a dynamic import in code that was compiled before. */
const importsLater = /\bimport\(/;

vm.SourceTextModule = class extends SourceTextModule {
  constructor(code, options) {
    const cachedData = compiledCode.get(code);
    super(code, { ...options, cachedData });
    if (!cachedData && !importsLater.test(code)) compiledCode.set(code, this.createCachedData());
  }
};

vm.compileFunction = (code, parameters, options) => {
  const cachedData = compiledCode.get(code);
  const made = compileFunction(code, parameters, { ...options, cachedData, produceCachedData: !cachedData });
  if (made.cachedData && !importsLater.test(code)) compiledCode.set(code, made.cachedData);
  return made;
};

export default class EnvironmentOfSuites extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.keptInWorker = keptInWorker;
  }
}

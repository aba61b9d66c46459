import { TestEnvironment } from 'jest-environment-node';

/** Jest loads all modules anew for each suite. In `keptInWorker`, the suites of a worker share what takes long to make and is the same for all. */
const keptInWorker = new Map();

export default class EnvironmentOfSuites extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.keptInWorker = keptInWorker;
  }
}

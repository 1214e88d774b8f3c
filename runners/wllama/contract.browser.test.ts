import { describeRunnerContract } from '../../src/testing/contract/runner-contract.ts';
import { wllamaRunner } from './index.ts';

describeRunnerContract('wllama', {
	load: () => wllamaRunner.load({ model: 'models/mini/mini-q8_0.gguf', contextSize: 2048 }),
});

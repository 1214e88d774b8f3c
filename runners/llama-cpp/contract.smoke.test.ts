import { describeRunnerContract } from '../../src/testing/contract/runner-contract.ts';
import { llamaCppRunner } from './index.ts';

describeRunnerContract('llama-cpp', {
	load: () => llamaCppRunner.load({ model: 'models/mini/mini-q8_0.gguf', contextSize: 2048, threads: 1 }),
});

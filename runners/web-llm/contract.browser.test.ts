import { fileURLToPath } from 'node:url';
import { describeRunnerContract } from '../../src/testing/contract/runner-contract.ts';
import { temporaryProfile } from '../browser/browser.ts';
import { createWebLlmRunner } from './index.ts';

/** web-llm's page over a double of the package: its models cannot be had here. */
const runner = createWebLlmRunner({
	script: fileURLToPath(new URL('./web-llm-double.ts', import.meta.url)),
	hosts: [],
	folders: temporaryProfile,
});

describeRunnerContract('web-llm', { load: () => runner.load({ model: 'gemma-4-E2B-it-q4f32_1-MLC' }) });

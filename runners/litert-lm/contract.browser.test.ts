import { describeRunnerContract } from '../../src/testing/contract/runner-contract.ts';
import { litertLmRunner } from './index.ts';

const deaf = 'on the CPU the engine hears nothing until its answer is there';

/** The real engine, with the miniature of the repository. */
describeRunnerContract('litert-lm', {
	load: () => litertLmRunner.load({ model: '' }),
	skip: { aborted: deaf, 'disposed-at-work': deaf },
});

import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { describeRunnerContract } from '../../src/testing/contract/runner-contract.ts';
import { createLiteRtLmRunner } from './index.ts';
import { litertFile } from './model-file-fixture.ts';

const file = litertFile();
afterAll(file.remove);
const runner = createLiteRtLmRunner({ script: fileURLToPath(new URL('./litert-lm-double.ts', import.meta.url)) });

/** LiteRT-LM's page over the package's official fakes: its models cannot be had here. */
describeRunnerContract('litert-lm', {
	load: () => runner.load({ model: file.path }),
	skip: { overflow: 'LiteRT-LM does not distinguish a prompt that is too long' },
});

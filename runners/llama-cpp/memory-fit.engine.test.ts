import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import { afterAll, describe, expect, it } from 'vitest';
import { bundledModel } from '../../run/compose/load.ts';
import { checkModelFile } from '../../src/gguf/check.ts';
import { writeRandomGguf } from '../../src/testing/gguf/random-gguf.ts';
import { STEP_TOKENS } from './engine/evaluation-plan.ts';
import { estimateMemory } from './memory-fit.ts';

const words = join(tmpdir(), `gemmark-words-${process.pid}.gguf`);
writeRandomGguf(words, 'tiny-gemma4', { type: 'q8_0', vocabularySize: 32_768 });
afterAll(() => rmSync(words));

describe('the estimate of memory', () => {
	it.each([
		['the miniature', bundledModel(), 8192, 1, false],
		['the miniature, four samples at once', bundledModel(), 2048, 4, false],
		['the miniature with flash attention', bundledModel(), 8192, 1, true],
		['layers of other sizes, and many words', words, 4096, 1, false],
		['layers of other sizes, with flash attention', words, 4096, 1, true],
	])(
		'is what llama.cpp allocates at least, and lacks a fifth of that at most: %s',
		async (_, file, contextSize, sequences, flashAttention) => {
			const { cache = 0, compute = 0 } = estimateMemory(checkModelFile(file), {
				contextSize,
				sequences,
				flashAttention,
			});
			const llama = await getLlama({ build: 'never', gpu: false, logLevel: LlamaLogLevel.disabled });
			try {
				const model = await llama.loadModel({ modelPath: file });
				// llama.cpp's own arithmetic, without the allocation; it includes the logits that are kept of each sequence.
				const { cpuRam } = await model.fileInsights.estimateContextResourceRequirementsV2({
					contextSize,
					sequences,
					flashAttention,
					batchSize: STEP_TOKENS * sequences,
					modelGpuLayers: 0,
					swaFullCache: true,
				});
				expect((cache + compute) / cpuRam).toBeGreaterThan(0.8);
				expect((cache + compute) / cpuRam).toBeLessThanOrEqual(1);
			} finally {
				await llama.dispose();
			}
		},
	);
});

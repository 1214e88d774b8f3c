import { describe, expect, it } from 'vitest';
import { llamaCppRunner } from '../runners/llama-cpp/index.ts';
import { findingCode } from '../src/lint/subject.ts';
import { habitCoachApp } from './compose/habit-coach.ts';
import { type LintReport, lint, lintModel } from './lint.ts';

describe('lint', () => {
	it.each(['f16', 'q8_0', 'q4_0'])('finds no error in the bundled mini-%s, whose tokens it counts', async (type) => {
		const { kind, app, findings } = await lint(`models/mini/mini-${type}.gguf`);
		expect([kind, app]).toEqual(['gguf', 'habit-coach']);
		expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
		const cost = findings.find((one) => findingCode(one) === 'context');
		expect(cost?.said.params).toMatchObject({ size: expect.any(Number), estimated: undefined });
	});

	it('counts for a run what it counts without weights', async () => {
		const path = 'models/mini/mini-q8_0.gguf';
		const model = await llamaCppRunner.load({ model: path, contextSize: 2048, threads: 1 });
		try {
			const ofRun = await lintModel(model, 'gemma4', await habitCoachApp(), 'off');
			const context = (findings: LintReport['findings']): LintReport['findings'] =>
				findings.filter((one) => findingCode(one) === 'context');
			expect(context(ofRun)).toEqual(context((await lint(path, { contextSize: 2048 })).findings));
			expect(context(ofRun)).toHaveLength(1);
		} finally {
			await model.dispose();
		}
	});
});

import { afterAll, describe, expect, it } from 'vitest';
import GemmarkProvider from './provider.ts';
import gemmarkTests from './tests.ts';

const RUN = { suites: ['prefix'], seed: 3, limit: 2 };
const provider = new GemmarkProvider({ id: 'gemmark', config: RUN });
afterAll(() => provider.cleanup());

describe('GemmarkProvider', () => {
	it('answers the generated tests one at a time, and their assertion grades by the main score', async () => {
		const tests = await gemmarkTests(RUN);
		expect(tests.map(({ vars }) => vars.sample)).toEqual(['prefix-01', 'prefix-02']);
		const answers = await Promise.all(tests.map(({ vars }) => provider.callApi(vars.input ?? '', { vars })));
		expect(answers.map(({ metadata }) => metadata?.cold)).toEqual([true, false]);
		for (const [index, providerResponse] of answers.entries()) {
			const grade = tests[index]?.assert[0]?.value as (output: string, context: object) => object;
			expect(grade('', { providerResponse })).toMatchObject({ pass: expect.any(Boolean), namedScores: { called: 1 } });
			expect(providerResponse).toMatchObject({ latencyMs: expect.any(Number), error: undefined });
		}
	});

	it('asks a sample in the words of another prompt', async () => {
		const vars = { suite: 'prefix', sample: 'prefix-01' };
		const [as, other] = [
			await provider.callApi('고마워요, 안녕!', { vars }),
			await provider.callApi('스트레스', { vars }),
		];
		expect(as.output).not.toBe(other.output);
	});

	it('tells what its run does not have', async () => {
		const { error } = await provider.callApi('x', { vars: { suite: 'prefix', sample: 'prefix-15' } });
		expect(error).toMatch(/^gemmark's run has no sample prefix prefix-15, variant free, epoch 0: /u);
	});

	it('refuses options that a run does not have', () => {
		expect(() => new GemmarkProvider({ label: 'mini', config: { sead: 3 } })).toThrow(
			"promptfoo provider mini: sead: is not a field here; did you mean 'seed'?",
		);
	});
});

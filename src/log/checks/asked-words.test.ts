import { describe, expect, it } from 'vitest';
import { logSampleFixture } from '../../testing/log-line-fixture.ts';
import { transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { LogSample } from '../record.ts';
import { askedOtherwise } from './asked-words.ts';

function sample(input: string, ...asked: readonly string[]): LogSample {
	const messages = asked.map((text) => ({ role: 'user', text }) as const);
	return logSampleFixture({
		sampleId: input,
		sample: { id: input, input },
		transcript: { messages, generations: [], facts: {} },
	});
}

describe('askedOtherwise', () => {
	it('is a sample with the transcript of another', () => {
		const other = sample('c', 'a');
		expect([...askedOtherwise([sample('a', 'a'), sample('b', 'b'), other])]).toEqual([other]);
	});

	it('is every sample with the transcript of one, and both of two that were swapped', () => {
		expect(askedOtherwise([sample('a', 'a'), sample('b', 'a'), sample('c', 'a')]).size).toBe(2);
		expect(askedOtherwise([sample('a', 'b'), sample('b', 'a')]).size).toBe(2);
	});

	it('is a sample with the prompt of another, whatever its messages say', () => {
		const prompted = (input: string, prompt: string, promptTail?: string): LogSample => {
			const one = sample(input, input);
			const [generation] = transcriptFixture([[]]).generations;
			if (generation === undefined) throw new Error('one generation');
			const generations = [{ ...generation, promptSha256: prompt, ...(promptTail !== undefined && { promptTail }) }];
			return { ...one, transcript: { ...one.transcript, generations } };
		};
		const first = prompted('a', '1', '<|turn>user\na<turn|>');
		const words = prompted('b', '2', '<|turn>user\na<turn|>');
		const hash = prompted('c', '1');
		expect([...askedOtherwise([first, words, hash])]).toEqual([words, hash]);
		const own = ['a', 'b'].map((input) => prompted(input, input, '<|turn>번역<turn|>'));
		expect(askedOtherwise(own).size).toBe(0);
	});

	it('is none where a suite asks in words of its own, behind a history, or tells no messages', () => {
		const own = ['a', 'b', 'c'].map((input) => sample(input, `번역: ${input}`));
		const later = ['a', 'b', 'c'].map((input) => sample(input, '앞선 말', ` ${input}`));
		expect(askedOtherwise(own).size + askedOtherwise(later).size).toBe(0);
		expect(askedOtherwise([sample('a', 'a'), sample('b', 'b'), sample('c')]).size).toBe(0);
	});
});

import { describe, expect, it } from 'vitest';
import { ownWordsOf } from '../../eval/evaluate/sample/own-words.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { LogSample } from '../record.ts';
import { askedOtherwise } from './asked-words.ts';

/** Of an earlier log, or of one that tells which samples were asked in words of their suite's own. */
async function otherwise(samples: readonly LogSample[], tellsOwnWords?: boolean): Promise<readonly LogSample[]> {
	return [...(await askedOtherwise({ header: { ...logHeaderFixture(), tellsOwnWords }, samples }))];
}

function sample(input: string, ...asked: readonly string[]): LogSample {
	const messages = asked.map((text) => ({ role: 'user', text }) as const);
	return logSampleFixture({
		sampleId: input,
		sample: { id: input, input },
		transcript: { messages, generations: [], facts: {} },
	});
}

function prompted(one: LogSample, prompt: string, promptTail?: string): LogSample {
	const [generation] = transcriptFixture([[]]).generations;
	if (generation === undefined) throw new Error('one generation');
	const generations = [{ ...generation, promptSha256: prompt, ...(promptTail !== undefined && { promptTail }) }];
	return { ...one, transcript: { ...one.transcript, generations } };
}

/** As a run writes it. */
async function written(one: LogSample): Promise<LogSample> {
	return { ...one, ownWords: await ownWordsOf(one) };
}

describe('askedOtherwise', () => {
	it('is a sample with the transcript of another', async () => {
		const other = sample('c', 'a');
		expect(await otherwise([sample('a', 'a'), sample('b', 'b'), other])).toEqual([other]);
	});

	it('is every sample with the transcript of one, and both of two that were swapped', async () => {
		expect((await otherwise([sample('a', 'a'), sample('b', 'a'), sample('c', 'a')])).length).toBe(2);
		expect((await otherwise([sample('a', 'b'), sample('b', 'a')])).length).toBe(2);
	});

	it('is a sample with the prompt of another, whatever its messages say', async () => {
		const first = prompted(sample('a', 'a'), '1', '<|turn>user\na<turn|>');
		const words = prompted(sample('b', 'b'), '2', '<|turn>user\na<turn|>');
		const hash = prompted(sample('c', 'c'), '1');
		expect(await otherwise([first, words, hash])).toEqual([words, hash]);
		const own = ['a', 'b'].map((input) => prompted(sample(input, input), input, '<|turn>번역<turn|>'));
		expect((await otherwise(own)).length).toBe(0);
	});

	it('is none where a suite asks in words of its own, behind a history, or tells no messages', async () => {
		const own = ['a', 'b', 'c'].map((input) => sample(input, `번역: ${input}`));
		const later = ['a', 'b', 'c'].map((input) => sample(input, '앞선 말', ` ${input}`));
		expect((await otherwise(own)).length + (await otherwise(later)).length).toBe(0);
		expect((await otherwise([sample('a', 'a'), sample('b', 'b'), sample('c')])).length).toBe(0);
	});

	const few: readonly (readonly [string, readonly LogSample[]])[] = [
		['one of three in messages', [sample('a', 'a'), sample('b', 'b'), sample('c', '다른 말', '또 다른 말')]],
		['with the words of another row', [sample('a', 'a'), sample('b', 'b'), sample('c', 'a')]],
		['two with each other’s', [sample('a', 'b'), sample('b', 'a'), sample('c', 'c')]],
		[
			'one of three in the prompt alone',
			['가나', '다라', '마바'].map((input) =>
				prompted(sample(input, input), input, `<|turn>user\n${input === '마바' ? '가나' : input}<turn|>`),
			),
		],
		[
			'two in one prompt',
			['가나', '다라', '마바'].map((input) =>
				prompted(
					sample(input, input),
					input === '마바' ? input : '1',
					`<|turn>user\n${input === '마바' ? input : '셋 다'}`,
				),
			),
		],
		[
			'two in one prompt that has the words of both',
			['가나', '다라'].map((input) => prompted(sample(input, input), '1', '<|turn>user\n가나 다라')),
		],
	];
	it.each(few)('is none that a run wrote where few are asked in words of their own: %s', async (_, samples) => {
		expect(await otherwise(await Promise.all(samples.map(written)), true)).toEqual([]);
	});

	it('is one that was edited among those that are asked in words of their own', async () => {
		const plain = [sample('a', 'a'), sample('b', 'b')];
		const own = prompted(sample('c', '다른 말'), '1', '다른 말');
		const [first, second, third] = await Promise.all([...plain, own].map(written));
		if (first === undefined || second === undefined || third === undefined) throw new Error('three samples');
		expect([first.ownWords, second.ownWords, third.ownWords?.length]).toEqual([undefined, undefined, 64]);
		const { ownWords: _, ...bare } = third;
		const edits: readonly LogSample[] = [
			{ ...third, sample: { id: 'c', input: 'd' } },
			{ ...third, transcript: first.transcript },
			{ ...third, transcript: { ...third.transcript, messages: [{ role: 'user', text: '남의 말' }] } },
			prompted(third, '2', '다른 말'),
			{ ...third, sampleId: 'd' },
			{ ...second, transcript: third.transcript },
			{ ...second, transcript: third.transcript, ownWords: third.ownWords },
			bare,
		];
		for (const edited of edits) {
			const log = [first, edited, ...(edited.sampleId === 'b' ? [third] : [second])];
			expect(await otherwise(log, true)).toEqual([edited]);
		}
	});
});

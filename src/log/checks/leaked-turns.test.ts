import { expect, it } from 'vitest';
import type { Log } from '../record.ts';
import { leakedTurns } from './leaked-turns.ts';

const log = (dialect: string, input: string, ...texts: readonly string[]): Pick<Log, 'header' | 'samples'> =>
	({
		header: { settings: { dialect } },
		samples: texts.map((text) => ({
			sample: { input },
			transcript: { generations: [{ pieces: [text.slice(0, 9), text.slice(9)] }] },
		})),
	}) as unknown as Log;

it.each([
	[
		'engine',
		'잠',
		['찾아볼게요.<end_of_turn>', '네.<turn|>', '네.'],
		/^marks .*\(<end_of_turn>, <turn\|>\) .* 2 turns:/u,
	],
	['engine', '잠', ['찾아볼게요.</s>'], /\(<\/s>\) .* 1 turn:/u],
])('%s, asked %s, tells turn marks as text: %j', (dialect, input, texts, told) => {
	expect(leakedTurns(log(dialect, input, ...texts))).toEqual([expect.stringMatching(told)]);
});

it.each([
	['engine', '<eos>가 뭐야?', '<eos>는 끝을 뜻해요.'],
	['engine', '잠', '3 < 5, <b>굵게</b>'],
	['gemma4', '잠', '네.<end_of_turn>'],
])('%s, asked %s, has nothing to tell of: %s', (dialect, input, text) => {
	expect(leakedTurns(log(dialect, input, text))).toEqual([]);
});

import { expect, it } from 'vitest';
import { appWords } from '../../src/text/app-words.ts';
import { fixtureLog } from '../fixture/fixture-log.ts';
import { stoppedLines } from './run.ts';

it('tells of turns that the chat loop ended, and of no other error', () => {
	const log = fixtureLog();
	const [first, second, third] = log.samples;
	if (first === undefined || second === undefined || third === undefined) throw new Error('three samples');
	const withError = (sample: typeof first, error: string): typeof first => ({
		...sample,
		transcript: { ...sample.transcript, error },
	});
	const { tooManyTurns } = appWords('ko');
	const samples = [withError(first, tooManyTurns), withError(second, tooManyTurns), withError(third, 'other')];
	expect(stoppedLines({ ...log, samples })).toEqual([`stopped by the chat loop: 2 of 3 samples: ${tooManyTurns}`]);
});

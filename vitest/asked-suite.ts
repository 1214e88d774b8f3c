import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ask } from '../src/eval/define/define-suite.ts';
import type { Sample } from '../src/eval/sample.ts';
import * as scorers from '../src/eval/scoring/scorers.ts';
import type { Scorer, Suite } from '../src/eval/suite.ts';

/** What a test asks, as the log keeps it. */
export interface AskedSample extends Sample {
	/** Full name of the test. */
	readonly test: string;
	readonly confirm?: 'yes' | 'no' | undefined;
}

/** Whether the test that asked has passed. The reporter fills it in: while a turn is asked, nobody knows. */
export const passed: Scorer<AskedSample> = {
	name: 'passed',
	title: { en: 'the test passes', ko: '테스트 통과' },
	main: true,
	needs: 'own',
	score: () => undefined,
};

/** Version of a corpus that is what tests asked. */
export const ASKED = 'asked';

/** The questions of a test file as a suite of the run's log. `file` is relative to the project's root. */
export function askedSuite(file: string): Suite {
	const suite: Suite<AskedSample> = {
		name: suiteName(file),
		version: '1',
		title: file,
		corpus: { name: file, version: ASKED, sha256: '', prompts: [] },
		samples: [],
		arms: [{ name: 'free' }],
		scorers: [passed, scorers.called(), scorers.meaningfulPrefix()],
		schema: z.looseObject({ id: z.string(), input: z.string(), test: z.string() }),
		solve: ask,
		oneTurn: true,
	};
	return suite as unknown as Suite;
}

/** Id of the `place`-th question of a test, 1-based, the same in every run. */
export function sampleId(test: string, place: number): string {
	const words = latinWords(test).slice(0, 40).replace(/-$/u, '');
	return [words, hash(test), ...(place > 1 ? [place] : [])].filter((part) => part !== '').join('-');
}

/** Two files never have the same: what the words leave out is in the hash. */
function suiteName(file: string): string {
	const path = file.replace(/(?:[.](?:test|spec))?[.][cm]?[jt]sx?$/u, '');
	const words = latinWords(path);
	const plain = /^[a-z]/u.test(words) && words === path;
	return plain ? words : `${/^[a-z]/u.test(words) ? words.slice(0, 50) : 'tests'}-${hash(file)}`;
}

function latinWords(text: string): string {
	return text
		.toLowerCase()
		.replace(/[^a-z0-9]+/gu, '-')
		.replace(/^-|-$/gu, '');
}

function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

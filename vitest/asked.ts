import { createHash } from 'node:crypto';
import { z } from 'zod';
import { englishOf } from '../src/base/message.ts';
import { ask } from '../src/eval/define/define-suite.ts';
import { missingDetail, missingEvidence, unjudged } from '../src/eval/evidence/turn-evidence.ts';
import type { Sample, SampleResult } from '../src/eval/sample.ts';
import type { Score, UnscoredCause } from '../src/eval/score.ts';
import { scoreSample } from '../src/eval/scoring/score-sample.ts';
import * as scorers from '../src/eval/scoring/scorers.ts';
import type { Scorer, Suite } from '../src/eval/suite.ts';
import { type Turn, type TurnWaiting, turnOf, turnWaiting } from '../src/eval/turn.ts';

/** What a test asks, as the log keeps it. */
export interface AskedSample extends Sample {
	/** Full name of the test. */
	readonly test: string;
	readonly confirm?: 'yes' | 'no';
}

/** Whether the test that asked has passed. The reporter fills it in: while a turn is asked, it is unknown. */
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
		variants: [{ name: 'free' }],
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

/** Two files never have the same: what the words lack is in the hash. */
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

/** Why nothing can be said of a turn, or of a part of it. */
export interface Unobserved {
	readonly cause: UnscoredCause;
	readonly detail?: string;
}

/** One user turn that a test asked: the answer, the calls, and how long it took. */
export class AskedTurn {
	/** What the user said. */
	readonly asked: string;
	/** Text before the turn's first call, thinking excluded; the whole first answer where nothing was called. */
	readonly prefix: string;
	/** All calls in the order they were made. */
	readonly calls: Turn['calls'];
	/** The model's last words, where the turn ended with some. */
	readonly text: string | undefined;
	/** Milliseconds from the user's message; unknown is absent. */
	readonly timings: TurnWaiting & { readonly endToEndMs: number };
	/** Why the turn was not observed to its end, where it was not: no matcher of what is missing passes then. */
	readonly unscored: UnscoredCause | undefined;
	/** Of the app's texts, BCP 47. */
	readonly language: string;
	/** The whole turn as the log keeps it. */
	readonly sample: SampleResult;

	constructor(sample: SampleResult, language: string) {
		const turn = turnOf(sample.transcript);
		this.asked = String(sample.sample.input);
		this.prefix = turn.prefix ?? '';
		this.calls = turn.calls;
		this.text = turn.answer;
		this.timings = { ...turnWaiting(sample), endToEndMs: sample.timings.endToEndMs };
		this.language = language;
		this.sample = sample;
		this.unscored = unobserved(this, 'turn')?.cause;
	}
}

/** Why a turn does not show its first call, or its end; undefined where it does. */
export function unobserved({ sample }: AskedTurn, needs: 'first-call' | 'turn'): Unobserved | undefined {
	const turn = turnOf(sample.transcript);
	const cause = unjudged(turn) ?? missingEvidence(turn, needs);
	return cause === undefined ? undefined : { cause, detail: englishOf(missingDetail(turn, cause)) };
}

/** What a scorer says of a turn. */
export function judged({ sample, language, asked }: AskedTurn, scorer: Scorer): Score | undefined {
	const question = { id: sample.sampleId, input: asked };
	return scoreSample({ scorers: [scorer] }, question, sample.transcript, { language })[scorer.name];
}

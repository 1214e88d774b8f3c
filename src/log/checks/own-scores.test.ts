import { describe, expect, it } from 'vitest';
import { prefixSuite } from '../../../suites/prefix/index.ts';
import { LogError } from '../../base/errors.ts';
import { declaredSuite, type EvaluatedSuite } from '../../eval/run.ts';
import type { SampleResult } from '../../eval/sample.ts';
import type { Score } from '../../eval/score.ts';
import { scoreSample } from '../../eval/scoring/score-sample.ts';
import type { Suite } from '../../eval/suite.ts';
import { builtSuite } from '../../testing/doubles/suite-context-double.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { callFixture, transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { Log } from '../record.ts';
import { type KnownSuites, uncheckedSuites } from './held-suite.ts';
import { requireOwnScores } from './own-scores.ts';

const row = { id: 'p1', input: '잠이 안 와', expected: [{ tool: 'get_streak', arguments: {}, acceptable: {} }] };
const suite: Suite = {
	...((await builtSuite(prefixSuite({ corpus: [row] }))) as unknown as Suite),
	groups: ({ input }) => ({ words: input.includes(' ') ? 'several' : 'one' }),
};
const transcript = transcriptFixture([[{ type: 'text', text: '기록부터 살펴볼게요.' }, callFixture('get_streak')]]);
const scores = scoreSample(suite, row, transcript, { language: 'ko' });
const APP = { name: 'recipes', version: '1', language: 'ko' };

const OWN: KnownSuites = { own: [suite], kinds: [], app: 'habit-coach' };
const KIND: KnownSuites = { own: [], kinds: [{ ...suite, name: 'of-gemmark' }], app: 'habit-coach' };
const config = (...suites: readonly Suite[]): KnownSuites => ({ ...KIND, config: { suites, language: 'ko' } });

function log(changes: Partial<EvaluatedSuite> = {}, sample: Partial<SampleResult> = {}): Log {
	const declared = { ...declaredSuite(suite, { skipped: [], planned: 1 }), ...changes };
	const own = logSampleFixture({ suite: 'prefix', sampleId: 'p1', sample: row, transcript, scores });
	return {
		header: logHeaderFixture({ suites: [declared], app: APP }),
		samples: [{ ...own, groups: { words: 'several' }, ...sample }],
		failures: [],
	};
}

const scored = (changes: Readonly<Record<string, Score>>): Log => log({}, { scores: { ...scores, ...changes } });
function without(name: string): Log {
	return log({}, { scores: Object.fromEntries(Object.entries(scores).filter(([score]) => score !== name)) });
}

/** What is wrong with a log, without its place; undefined where nothing is. */
function problemOf(edited: Log, known: KnownSuites): string | undefined {
	try {
		requireOwnScores(edited, known, 'log');
		return undefined;
	} catch (error) {
		if (!(error instanceof LogError)) throw error;
		return error.message.replace(/^log(?::1: suites\[0\] \(prefix\)|: prefix p1): /u, '');
	}
}

describe('requireOwnScores', () => {
	it('takes what rows and transcripts give, also with other words for people', () => {
		for (const known of [OWN, KIND, config(suite)]) {
			expect(problemOf(log(), known)).toBeUndefined();
			expect(problemOf(scored({ called: { value: true, detail: 'yes' } }), known)).toBeUndefined();
		}
	});

	it.each<[string, Log, string]>([
		[
			'into no value',
			scored({ meaningful: { unscored: 'cut-length' } }),
			'meaningful is unscored (cut-length), but its transcript gives yes',
		],
		['into another', scored({ called: { value: false } }), 'called is no, but its transcript gives yes'],
		['away', without('called'), 'called is no score, but its transcript gives yes'],
		['away, the main one too', without('meaningful'), 'meaningful is no score, but its transcript gives yes'],
		['in, which no scorer gave', scored({ other: { value: true } }), 'other is yes, but its transcript gives no score'],
		['into another group', log({}, { groups: { words: 'one' } }), 'group words is one, but its row gives several'],
		[
			'into a group that there is not',
			log({}, { groups: { words: 'several', of: 'x' } }),
			'group of is x, but its row gives none',
		],
	])('refuses what was edited %s, by the config, gemmark’s own suite or a suite of its kind', (_, edited, problem) => {
		for (const known of [OWN, KIND, config(suite)]) expect(problemOf(edited, known)).toBe(problem);
	});

	it('takes a main score that an earlier log leaves out as not applying', () => {
		const silent: Suite = {
			...suite,
			scorers: suite.scorers.map((scorer) => (scorer.main ? { ...scorer, score: () => undefined } : scorer)),
		};
		expect(problemOf(without('meaningful'), { ...OWN, own: [silent] })).toBeUndefined();
	});

	const { decision, scores: declared } = declaredSuite(suite, { skipped: [], planned: 1 });
	if (decision === undefined || declared.called === undefined) throw new Error('a decision and a score');
	const [first, second] = decision.paths;
	it.each<[string, Partial<EvaluatedSuite>, string]>([
		[
			'threshold',
			{ decision: { ...decision, threshold: { hits: 1, of: 15 } } },
			'decision.threshold (1 of 15, here 5 of 15)',
		],
		['score', { decision: { ...decision, score: 'called' } }, 'decision.score (called, here meaningful)'],
		['paths', { decision: { ...decision, paths: [second, first] } }, 'decision.paths (B, else A, here A, else B)'],
		[
			'policy',
			{ decision: { ...decision, paths: [{ ...first, policy: 'discard' }, second] } },
			'decision.paths.A.policy (discard, here push)',
		],
	])('refuses another %s of the decision by the config alone', (_, edited, fields) => {
		expect(problemOf(log(edited), config(suite))).toBe(`declares otherwise: ${fields}`);
		expect([problemOf(log(edited), OWN), problemOf(log(edited), KIND)]).toEqual([undefined, undefined]);
	});

	it.each<[string, Partial<EvaluatedSuite>, string]>([
		[
			'direction',
			{ scores: { ...declared, called: { ...declared.called, direction: 'lower' } } },
			'scores.called.direction (lower, here higher)',
		],
		[
			'kind',
			{ scores: { ...declared, called: { ...declared.called, kind: 'number' } } },
			'scores.called.kind (number, here rate)',
		],
		[
			'main score',
			{
				scores: Object.fromEntries(
					Object.entries(declared).map(([name, one]) => [name, { ...one, main: name === 'called' }]),
				),
			},
			'main (called, here meaningful)',
		],
	])('refuses another %s by whatever knows the suite', (_, edited, fields) => {
		for (const known of [OWN, KIND, config(suite)]) {
			expect(problemOf(log(edited), known)).toBe(`declares otherwise: ${fields}`);
		}
	});

	it('asks no suite that is another', () => {
		const edited = scored({ called: { value: false } });
		const [header] = edited.header.suites;
		const others: Log = {
			...edited,
			header: { ...edited.header, suites: [{ ...(header as EvaluatedSuite), version: '0' }] },
		};
		for (const known of [OWN, KIND, config(suite)]) expect(problemOf(others, known)).toBeUndefined();
	});
});

describe('uncheckedSuites', () => {
	const told = (changes: Partial<EvaluatedSuite>, known: KnownSuites): readonly string[] =>
		uncheckedSuites(log(changes).header, known);
	const file = (sha256: string): Suite['corpus']['prompts'][0] => ({ name: 'system.md', version: '1', sha256 });
	const asked = (sha256: string): Pick<Suite, 'corpus'> => ({ corpus: { ...suite.corpus, prompts: [file(sha256)] } });

	it('is none where the suite is known, or nothing of it', () => {
		for (const known of [OWN, KIND, config(suite)]) expect(told({}, known)).toEqual([]);
		expect(told({ version: '99' }, { own: [], kinds: [], app: 'habit-coach' })).toEqual([]);
		expect(told({ view: 'mine' }, KIND)).toEqual([]);
	});

	it('is one of shards of a suite of which nothing is known, unless their code is', () => {
		const { header } = log();
		const shard = { ...header, settings: { ...header.settings, shard: { index: 1, count: 2 } } };
		expect(uncheckedSuites(shard, { own: [], kinds: [], app: 'habit-coach' })).toEqual([
			expect.stringContaining('shards that other code scored are not told apart'),
		]);
		for (const known of [OWN, KIND, config(suite)]) expect(uncheckedSuites(shard, known)).toEqual([]);
		const told = { ...shard, code: [{ name: 'gemmark.config.ts', sha256: 'c' }] };
		const rescored = { at: '2026-11-21', gemmark: '0', changed: 0, declared: [] };
		const lines = [told, { ...told, rescored }].map((one) =>
			uncheckedSuites(one, { own: [], kinds: [], app: 'habit-coach' }),
		);
		expect(lines).toEqual([[], [expect.stringContaining('are not told apart')]]);
	});

	it('names the fields in which the config has another suite, though its kind is known', () => {
		const inConfig = (changes: Partial<Suite>, logged: Partial<EvaluatedSuite> = {}): string =>
			told(logged, config({ ...suite, ...changes })).join();
		expect(inConfig({ version: '99' })).toMatch(
			`prefix: it was not held against the config, where these differ: version (${suite.version}, here 99); `,
		);
		expect(inConfig(asked('a'.repeat(64)), asked('b'.repeat(64)))).toContain('these differ: system.md;');
		expect(inConfig({ corpus: { ...suite.corpus, sha256: 'c' } })).toContain('these differ: corpus;');
		expect(inConfig({ settings: { strings: 'exact' } })).toContain(
			'these differ: settings.strings (none, here exact);',
		);
		expect(inConfig({ scorers: suite.scorers.slice(1) })).toContain('these differ: scores.meaningful;');
		expect(inConfig({}, { corpus: { ...suite.corpus, prompts: [] } })).toBe('');
		expect(uncheckedSuites(log().header, { ...KIND, config: { suites: [suite], language: 'en' } })).toEqual([
			expect.stringContaining('these differ: app.language (ko, here en);'),
		]);
	});

	it('tells a config that has no such suite, unless gemmark has the very same', () => {
		const none = 'prefix: it was not held against the config, which has no suite of that name';
		expect(told({}, config())).toEqual([none]);
		expect(told({}, { ...config(), own: [suite] })).toEqual([]);
	});

	it('names what differs of gemmark’s own suite, and of one of its kind', () => {
		for (const known of [OWN, KIND]) {
			expect(told({ version: '99' }, known)).toEqual([
				expect.stringContaining(`as these differ here: version (99, here ${suite.version}); `),
			]);
		}
		expect(told({ corpus: { ...suite.corpus, sha256: 'c' }, view: 'mine' }, OWN)).toEqual([]);
		const old = { ...log().header, version: 1 };
		expect(uncheckedSuites(old, config(suite))).toEqual([expect.stringContaining('format of the log (1, here 2)')]);
	});
});

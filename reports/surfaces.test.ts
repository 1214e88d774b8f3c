import { describe, expect, it } from 'vitest';
import { message } from '../src/base/message.ts';
import type { TimeBudget } from '../src/eval/app.ts';
import { sampleKey } from '../src/eval/sample.ts';
import type { Score } from '../src/eval/score.ts';
import { UNSCORED_CAUSES } from '../src/eval/score.ts';
import type { Log, LogSample } from '../src/log/record.ts';
import type { GateLine } from '../src/summary/gate/gate.ts';
import { appWords } from '../src/text/app-words.ts';
import { withoutSamples } from './fixture/fixture-cut.ts';
import { onDevice } from './fixture/fixture-device.ts';
import { fixtureLog, fixtureUnitsLog } from './fixture/fixture-log.ts';
import { ownSuiteLog } from './fixture/fixture-own-suite.ts';
import { unitsScores } from './fixture/fixture-units.ts';
import { added } from './fixture/shown.ts';
import { renderRun } from './render-run.ts';
import { type ReportedRun, reportedRun } from './reported-run.ts';
import { summaryLines } from './terminal/run.ts';

type Options = Parameters<typeof reportedRun>[1];
type Case = readonly [log: Log, options?: Options];
type Change<T> = { readonly [K in keyof T]?: T[K] };

const withHeader = (header: Change<Log['header']>, log: Log): Log => ({ ...log, header: { ...log.header, ...header } });
const withSettings = (settings: Change<Log['header']['settings']>, log: Log): Log =>
	withHeader({ settings: { ...log.header.settings, ...settings } }, log);
const withSuites = (change: Change<Log['header']['suites'][number]>, log: Log): Log =>
	withHeader({ suites: log.header.suites.map((suite) => ({ ...suite, ...change })) }, log);
const withSamples = (log: Log, change: (sample: LogSample, index: number) => Change<LogSample>): Log => ({
	...log,
	samples: log.samples.map((sample, index) => ({ ...sample, ...change(sample, index) })),
});
const labelled = (log: Log, judged: readonly LogSample[]): Case => [
	log,
	{ labels: new Map(judged.map((sample) => [sampleKey(sample), { meaningful: false, labels: [] }])) },
];
const gated = (log: Log, ...lines: readonly GateLine[]): Case => [
	log,
	{ gate: { passed: false, undecided: false, lines } },
];
const cutAt = (sample: LogSample): Change<LogSample> => ({
	transcript: {
		...sample.transcript,
		generations: sample.transcript.generations.map((one) => ({ ...one, finish: { unified: 'length', raw: 'length' } })),
	},
});

const coach = fixtureLog({ frames: false });
const whole = fixtureLog({ tools: true });
const gemma = fixtureLog({ frames: false, miniature: false });
const first = (count: number): Log =>
	withSuites({ planned: 15, samples: 15 }, { ...coach, samples: coach.samples.slice(0, count) });
const APP = { name: 'coach', version: '1', language: 'ko' };
const budgeted = (budgets: readonly TimeBudget[], log: Log): Log => withHeader({ app: { ...APP, budgets } }, log);
const TURN: TimeBudget = { metric: 'endToEndMs', atMost: 900, suites: ['prefix'], title: 'a turn | whole' };
const taking = (log: Log, endToEndMs: (index: number) => number): Log =>
	withSamples(log, ({ timings }, index) => ({
		groups: { kind: index < 3 ? 'chain' : 'single' },
		timings: { ...timings, endToEndMs: endToEndMs(index) },
	}));

const phone = onDevice(
	withHeader(
		{ loadMs: 5000, host: { device: 'Pixel <9>' }, engine: { runner: 'device', backend: 'CPU', api: 'app' } },
		coach,
	),
	5000,
);

const failedCall = { id: '1', name: 'find<b>', arguments: {}, raw: '', repairs: [] };
const broken = withSamples(coach, ({ scores, transcript }, index) => {
	const result = { type: 'error', code: 'handler_error', reason: '도구 실행 실패', kind: 'result_error' } as const;
	const problem = "its result has no type 'ok', 'error' or 'cancelled'";
	if (index === 1)
		return { scores: { ...scores, called: { unscored: 'scorer-failed', detail: 'Error: cannot\njudge' } } };
	if (index !== 0) return {};
	return {
		transcript: {
			...transcript,
			messages: [{ role: 'tool-call', call: failedCall, result }],
			facts: { dispatch: [{ level: 'error', event: 'tool_error', tool: failedCall.name, problem }] },
		},
	};
});
const { tooManyTurns } = appWords('ko');
const words = { ...coach.header.suites[0], name: 'words' } as Log['header']['suites'][number];
const facets = { wish: { title: { en: 'wish', ko: '바람' } } };

/** What each shows that the coach's prefix suite, on the miniature, does not. */
const COACH: Readonly<Record<string, Case>> = {
	'all suites of the coach': [whole],
	'another model': [gemma],
	'prompts asked three times': [fixtureLog({ epochs: 3, frames: false })],
	'the path that discards': [fixtureLog({ frames: false, silenced: [1, 4, 6] })],
	'samples that are missing, numbered by the plan': [withoutSamples(coach, (id) => id.endsWith('-03'))],
	'an unfinished run': [{ ...first(4), footer: undefined }],
	'a verdict that the missing prompts cannot change': [first(12)],
	'no sample': [fixtureLog({ samples: [] })],
	'no decision': [withSuites({ decision: undefined }, first(3))],
	'a phone, hot and started again, with a loop of its own': [phone],
	"the app's own code at fault": [broken],
	'failures of the engine': [
		withSamples(coach, ({ transcript }, index) => ({
			transcript: index < 2 ? { ...transcript, failureDetail: 'Error: engine gone' } : transcript,
		})),
	],
	'turns that the chat loop ended': [
		withSamples(coach, ({ transcript }, index) => ({
			transcript: { ...transcript, error: [tooManyTurns, tooManyTurns, 'other'][index] },
		})),
	],
	'an engine that the app names': [withHeader({ app: { ...APP, engine: 'flutter_gemma 0.11' } }, coach)],
	'findings of its prompt': [
		withHeader(
			{
				lint: [
					{
						level: 'warning',
						said: message('lint.template-unusable', { why: 'is <b>not</b> printed' }),
						where: 'f.type',
					},
				],
				template: { source: '<|turn>', bosToken: '<bos>', eosToken: '<eos>' },
			},
			gemma,
		),
	],
	'warnings, each as it is': [
		withHeader({ warnings: ['suite frame: there is no pattern\nof habit type <build>', '디스크에 불이 남'] }, coach),
	],
	'a log whose last line is damaged': [{ ...coach, damaged: { line: 97, problem: 'not JSON' } }],
	'rates by facet': [withSamples(withSuites({ facets }, coach), () => ({ groups: { wish: 'sleep' } }))],
	'two suites of one kind': [
		{
			...withHeader({ suites: [...coach.header.suites, words] }, coach),
			samples: [...coach.samples, ...coach.samples.map((sample) => ({ ...sample, suite: 'words' }))],
		},
	],
	'labels of people for every text': labelled(coach, coach.samples),
	'labels that leave the verdict open': labelled(
		coach,
		coach.samples.filter(({ scores }) => scores.meaningful?.value === true).slice(0, 3),
	),
	'a gate': gated(
		coach,
		{ metric: 'prefix.hits', expected: message('gate.at-least', { bound: 9 }), value: 7, status: 'fail' },
		{
			metric: 'loadMs',
			expected: message('gate.at-most', { bound: 3000 }),
			status: 'soft-fail',
			detail: message('gate.lacks', { metric: 'loadMs' }),
		},
		{
			metric: 'a',
			expected: message('gate.at-least', { bound: 3 }),
			status: 'pass',
			detail: message('gate.between', { low: 5, high: 7 }),
		},
		{
			metric: 'b',
			expected: message('gate.at-least', { bound: 3 }),
			status: 'soft-undecided',
			value: 2,
			detail: message('gate.missing', { n: 2 }),
		},
	),
	'a budget of turns': [budgeted([TURN], coach)],
	'budgets of groups': [
		budgeted(
			[
				{ ...TURN, suites: ['prefix[kind!=chain]'] },
				{ ...TURN, atMost: 9000, suites: ['prefix[kind=chain]'], title: 'a chain' },
				{ ...TURN, atMost: 9500, suites: ['prefix[kind=rule]'], title: 'a rule' },
			],
			taking(coach, (index) => (index < 3 ? 8000 : 300)),
		),
	],
	'turns that were cut within the budget': [
		budgeted(
			[TURN],
			withSamples(
				taking(coach, () => 5),
				(sample, index) => (index < 2 ? cutAt(sample) : {}),
			),
		),
	],
	'turns that were all cut within the budget': [
		budgeted(
			[TURN],
			withSamples(
				taking(coach, () => 5),
				cutAt,
			),
		),
	],
	'turns that were cut after the budget': [
		budgeted(
			[TURN],
			withSamples(
				taking(coach, () => 9000),
				(sample, index) => (index < 2 ? cutAt(sample) : {}),
			),
		),
	],
};

const passing = { metric: { value: true }, polite: { value: true }, words: { value: 12 } };
const failing = { metric: { value: false, reason: 'imperial', detail: 'feet' }, words: { value: 30 } };
const silent = (unscored: (typeof UNSCORED_CAUSES)[number]): Readonly<Record<string, Score>> => ({
	metric: { unscored },
	words: { unscored },
});
const own = ownSuiteLog([passing, failing, passing, passing]);
const other = ownSuiteLog([failing], { name: 'other-units' });

/** What each shows that a custom suite with two of four unscored does not. */
const UNITS: Readonly<Record<string, Case>> = {
	'the path that ships': [fixtureUnitsLog(unitsScores(4))],
	'the path that waits': [fixtureUnitsLog(unitsScores(1))],
	'a part of its prompts': [withSettings({ limit: 6 }, withSuites({ samples: 40 }, fixtureUnitsLog(unitsScores(6))))],
	'labels of people for every text': labelled(fixtureUnitsLog(unitsScores(3)), fixtureUnitsLog(unitsScores(3)).samples),
	'no decision': [withSuites({ decision: undefined }, fixtureUnitsLog())],
	'means of numbers alone': [
		withSuites(
			{ decision: undefined, scores: { digits: { kind: 'number', title: 'digits', budget: 2 } } },
			fixtureUnitsLog(),
		),
	],
	'a cut sample that its scores outlive': [
		withSamples(fixtureUnitsLog([{ value: true }, { value: true }]), (sample, index) =>
			index === 0 ? cutAt(sample) : {},
		),
	],
	'rates, numbers, outcomes and groups': [own],
	'reliability over epochs': [
		withSettings(
			{ epochs: 2 },
			{ ...own, samples: [0, 1].flatMap((epoch) => own.samples.map((one) => ({ ...one, epoch }))) },
		),
	],
	'nothing but unscored samples': [ownSuiteLog([silent('cut-length'), silent('cut-length'), silent('engine-failed')])],
	'one unscored sample, which cannot change the path': [
		ownSuiteLog([passing, passing, passing, silent('cut-deadline')]),
	],
	'each cause of an unscored sample, with its remedy': [ownSuiteLog(UNSCORED_CAUSES.map(silent))],
	'prompts that were not evaluated': [ownSuiteLog([passing], { samples: 4 })],
	'two decisions': [
		{
			...withHeader({ suites: [...own.header.suites, ...other.header.suites] }, own),
			samples: [...own.samples, ...other.samples],
		},
	],
	'an app in a language without word lists': [
		ownSuiteLog([passing], {}, { header: { app: { name: 'a', version: '1', language: 'fr' } } }),
	],
	'an app in English': [
		ownSuiteLog([passing], {}, { header: { app: { name: 'a', version: '1', language: 'en-US' } } }),
	],
	'a view that nobody knows': [ownSuiteLog([passing], { view: 'constructor' })],
};

/** Samples are in the page and the CSV: of JUnit the lines about them are left out. */
function surfaces([log, options]: Case): readonly [run: ReportedRun, en: Readonly<Record<string, string>>] {
	const run = reportedRun(log, options);
	const { 'report.csv': _, 'calls.csv': _calls, 'junit.xml': junit = '', ...files } = renderRun(run, 'en');
	const terminal = summaryLines(run, { quiet: false }).map(({ text }) => text);
	return [run, { terminal: terminal.join('\n'), ...files, 'junit.xml': junit.replace(/^\s*<\/?testcase.*$/gmu, '') }];
}

describe.each([
	['of the coach', [coach] as Case, COACH],
	['of a custom suite', [fixtureUnitsLog()] as Case, UNITS],
])('a run %s', (_name, plain, cases) => {
	const [same, shown] = surfaces(plain);
	const korean = renderRun(same, 'ko');

	it('is shown', () => {
		expect(added(shown)).toMatchSnapshot();
	});

	it.each(Object.entries(cases))('shows %s', (_of, one) => {
		const [run, files] = surfaces(one);
		expect(added(files, shown)).toMatchSnapshot('en');
		const { 'report.html': page = '', 'summary.md': summary = '' } = renderRun(run, 'ko');
		expect(added({ 'report.html': page, 'summary.md': summary }, korean)).toMatchSnapshot('ko');
	});
});

import { describe, expect, it } from 'vitest';
import type { Log } from '../../src/log/record.ts';
import type { ScoredDivergence } from '../../src/summary/compare/token-divergence.ts';
import { type Compared, compared } from '../fixture/compared.ts';
import { hostileLog } from '../fixture/fixture-hostile.ts';
import { fixtureLog, fixtureQuantizations, fixtureUnitsLog } from '../fixture/fixture-log.ts';
import { UNITS_SCORES, unitsScores } from '../fixture/fixture-units.ts';
import { added } from '../fixture/shown.ts';
import { renderComparison } from './render.ts';

type Case = readonly [logs: readonly Log[], options?: Compared];
type Change<T> = { readonly [K in keyof T]?: T[K] };

const log = fixtureLog();
const withHeader = (header: Change<Log['header']>, of: Log = log): Log => ({
	...of,
	header: { ...of.header, ...header },
});
const withModel = (model: Change<Log['header']['model']>, of: Log = log): Log =>
	withHeader({ model: { ...of.header.model, ...model } }, of);
const withSettings = (settings: Change<Log['header']['settings']>, of: Log = log): Log =>
	withHeader({ settings: { ...of.header.settings, ...settings } }, of);
/** With one of its samples changed. */
const withSample = (at: number, change: (sample: Log['samples'][number]) => Change<Log['samples'][number]>): Log => ({
	...log,
	samples: log.samples.map((sample, index) => (index === at ? { ...sample, ...change(sample) } : sample)),
});
const render = ([logs, options]: Case, lang: 'en' | 'ko' = 'en'): Readonly<Record<string, string>> =>
	renderComparison(compared(logs, options), lang);

const WARNING = "the shards' times were not measured alike: threads 1 and 4";
const { footer: _, ...unended } = log;
const captured = (device: string, os: string): Log =>
	withHeader({ host: { device, os }, settings: { epochs: 1, dialect: 'engine' } });
const app = { name: '습관 코치', version: '1', language: 'ko', content: { system: { sha256: 'a' } } };
const shared = withHeader({
	engine: { ...log.header.engine, timingsNotComparable: { code: 'run.samples-at-once', params: { n: 2 } } },
});

function divergence(wholeVocabulary: boolean): ScoredDivergence {
	const figures = { positions: 40, sameTop: 30, kl: { n: 40, mean: 0.5, p99: 1 }, deltaP: { n: 40, mean: -0.012 } };
	return {
		generations: 15,
		positions: 2000,
		sameTop: 1990,
		firstDivergentToken: { n: 4, p50: 6 },
		suites: [],
		samples: 15,
		skipped: 0,
		kl: { n: 2000, mean: 0.0123, p99: 0.000023 },
		deltaP: { n: 0 },
		spans: [{ span: 'tool-name', ...figures, perplexityRatio: 1.25 }],
		top: 16_384,
		wholeVocabulary,
	};
}

/** What each adds to the files of a run that is compared with itself. */
const RUNS: Readonly<Record<string, Case>> = {
	'another file with the same answers': [[log, withModel({ sha256: 'a'.repeat(64) })]],
	'another file, within a margin of 5 points': [[log, withModel({ sha256: 'a'.repeat(64) })], { margins: 0.05 }],
	'a file that is half as large': [[withModel({ sizeBytes: 4_544_032 }), withModel({ sizeBytes: 2_465_312 })]],
	'a file that is a byte smaller': [[withModel({ sizeBytes: 4_544_032 }), withModel({ sizeBytes: 4_544_031 })]],
	'a prompt lost to the clock': [
		[log, withSample(0, ({ scores }) => ({ scores: { ...scores, meaningful: { unscored: 'cut-deadline' } } }))],
	],
	'captures of two devices, with unrecorded fields': [[captured('S23', 'Android 16'), captured('A14', 'Android 14')]],
	'captures of one device': [[captured('S23', 'Android 16'), captured('S23', 'Android 16')]],
	'a known app': [[withHeader({ app }), withHeader({ app })]],
	'a run that was scored again': [
		[log, withHeader({ rescored: { at: '2026-11-22T10:00:00Z', gemmark: '1', changed: 2, declared: [] } })],
	],
	'warnings of its runs, each once': [
		[withHeader({ warnings: [WARNING, '<b>own</b>'] }), log, withHeader({ target: 'other', warnings: [WARNING] })],
	],
	'a cut turn, whose time is excluded': [
		[
			log,
			withSample(3, ({ transcript }) => ({
				transcript: {
					...transcript,
					generations: transcript.generations.map((one) => ({ ...one, finish: { unified: 'length', raw: 'length' } })),
				},
			})),
		],
	],
	'another temperature, allowed': [[log, withSettings({ temperature: 1 })], { allow: ['settings.temperature'] }],
	'a part of a run': [
		[
			log,
			{
				...withSettings({ limit: 3 }),
				samples: log.samples.filter(({ suite }) => suite !== 'prefix').concat(log.samples.slice(0, 3)),
			},
		],
	],
	'a run without an end': [[log, unended]],
	'a run that failed': [
		[
			log,
			{
				...unended,
				failures: [{ type: 'failure', at: '', kind: 'engine', said: 'now serves another digest (b, a before)' }],
				footer: { type: 'footer', endedAt: '', outcome: 'failed' },
			},
		],
	],
	'runs whose samples shared the engine': [[shared, shared]],
	'one file in two engines': [
		[log, withModel({ sizeBytes: 8_441_632 }, withHeader({ engine: { ...log.header.engine, runner: 'ollama' } }))],
	],
	'another output with the same verdict': [
		[
			log,
			withSample(0, ({ transcript }) => ({
				transcript: {
					...transcript,
					generations: transcript.generations.map((one, index) =>
						index === 0 ? { ...one, pieces: ['음,', ...one.pieces] } : one,
					),
				},
			})),
		],
	],
	'one flip of a prompt that lost two scores': [
		[
			log,
			withSample(
				log.samples.findIndex(({ scores }) => scores.called?.value === true),
				({ scores }) => ({ scores: { ...scores, called: { value: false }, meaningful: { value: false } } }),
			),
		],
	],
};

const THREE_ALONE: Case = [fixtureQuantizations()];
/** Of a baseline and two checkpoints. */
const seriesOf = (...files: readonly string[]): Case => [
	fixtureQuantizations().map((run, at) => {
		const command = "gemmark run -m a.gguf '--model=out/b *.gguf' --split=dev --suite prefix";
		return withHeader({ command, files: files[at], step: at === 0 ? undefined : at * 200 }, run);
	}),
];
/** What each adds to the files of three quantizations. */
const THREE: Readonly<Record<string, Case>> = {
	'divergence over the same tokens, of the whole vocabulary and of a part': [
		fixtureQuantizations(),
		{ divergences: [divergence(true), divergence(false)] },
	],
	'interleaved runs, whose times have intervals': [
		fixtureQuantizations().map((run) => withHeader({ interleaved: 'group' }, run)),
	],
	'checkpoints, and the command that confirms one': seriesOf(
		'--model a.gguf',
		"--model 'out/b 200.gguf'",
		"--model 'out/b 400.gguf'",
	),
	'checkpoints that are adapters': seriesOf(
		'--model a.gguf',
		'--model a.gguf --adapter out/200/lora.gguf',
		'--model a.gguf --adapter out/400/lora.gguf',
	),
};

const yes = { value: true };
const cut = { unscored: 'cut-length' } as const;
const four = fixtureUnitsLog(unitsScores(4), { model: 'a.gguf', quantization: 'F16' });
const two = fixtureUnitsLog(UNITS_SCORES, { model: 'b.gguf', quantization: 'Q4_0', sizeBytes: 1_000_000 });
const certain = fixtureUnitsLog([yes, yes, yes, yes, { value: false }, cut], { model: 'a.gguf' });
const repeated = (of: Log): Log => ({
	...withSettings({ epochs: 2 }, of),
	samples: of.samples.flatMap((sample) => [sample, { ...sample, epoch: 1 }]),
});
const longer = (of: Log): Log => ({
	...of,
	samples: of.samples.map((sample, index) => ({
		...sample,
		scores: { ...sample.scores, digits: { value: index + 3 } },
	})),
});
const both: Log = {
	...withHeader({ suites: [...four.header.suites, ...log.header.suites] }, four),
	samples: [...four.samples, ...log.samples],
};

/** What each adds to the files of a custom suite that is compared with itself. */
const UNITS: Readonly<Record<string, Case>> = {
	'unscored samples, neither gained nor lost': [[four, two]],
	'the repeat of a flip, and the prompts of p': [[repeated(four), repeated(two)]],
	'a truncated verdict that nothing can change': [[four, certain]],
	'a sample that is unscored in both runs': [[certain, certain]],
	'samples that one run alone has scored': [
		[certain, fixtureUnitsLog([cut, cut, yes, yes, { value: false }, cut], { model: 'b.gguf' })],
	],
	'nothing scored': [[0, 0].map(() => fixtureUnitsLog([cut, cut, cut, cut, cut, cut]))],
	'paired differences of numbers': [[four, longer(fixtureUnitsLog(unitsScores(4), { model: 'c.gguf' }))]],
	'a suite that only the baseline has': [[both, two]],
	'a suite that only the other run has': [[two, both]],
};

/** Metrics are those of each run, which `src/summary` counts: of the table only what the comparison says. */
function shown(one: Case, plain: Case, lang: 'en' | 'ko' = 'en'): Readonly<Record<string, readonly string[]>> {
	const { 'comparison.csv': csv = [], ...files } = added(render(one, lang), render(plain, lang));
	if (lang === 'ko') return { 'comparison.md': files['comparison.md'] ?? [] };
	return {
		...files,
		'comparison.csv': csv.filter((line) => /^(?:answer|divergence|warnings|\w+\.(?:path|status))\b/u.test(line)),
	};
}

describe.each([
	['of the habit coach', [[log, log]] as Case, { 'three quantizations': THREE_ALONE, ...RUNS }],
	['of three quantizations', THREE_ALONE, THREE],
	['of a custom suite', [[four, four]] as Case, UNITS],
])('a comparison %s', (_name, plain, cases) => {
	it.each(Object.entries(cases))('shows %s', (_of, one) => {
		expect(shown(one, plain)).toMatchSnapshot('en');
		expect(shown(one, plain, 'ko')).toMatchSnapshot('ko');
	});
});

describe('renderComparison', () => {
	it('of a run with itself shows no flip', () => {
		const { 'comparison.md': text = '', 'flips.csv': flips = '' } = render([[log, log]]);
		expect(added({ 'comparison.md': text, 'flips.csv': flips })).toMatchSnapshot();
	});

	const page = render(THREE_ALONE)['comparison.html'] ?? '';

	it('opens the outputs of each flip side by side, losses first, with the words that differ marked', () => {
		const flips = page.slice(page.indexOf('id="flips"'), page.indexOf('id="figures"'));
		const shown = flips.split('<li ').filter((row) => row.startsWith('data-side="lost">'));
		expect(shown).toHaveLength(4);
		for (const row of shown) {
			expect(row.match(/class="side"/gu)).toHaveLength(2);
			expect(row).toMatch(/<mark>.*class="tokens"/su);
		}
		expect(flips.indexOf('data-side="lost"')).toBeLessThan(flips.indexOf('data-side="failed"'));
	});

	it('has results that both runs passed or failed for its filter, without a script hidden', () => {
		const calls = render([[fixtureLog({ tools: true }), fixtureLog({ tools: true })]]);
		const [, flips = ''] = calls['comparison.html']?.split('id="flips"') ?? [];
		expect(flips.match(/<li data-side="(?:passed|failed)" hidden>/gu)?.length).toBeGreaterThan(50);
		expect(flips).toMatch(/class="controls flipfilter"[^>]* hidden>/u);
	});

	it('refuses runs that are not comparable', () => {
		expect(() => render([[log, withSettings({ temperature: 1 })]])).toThrow(/settings\.temperature/u);
	});

	it('escapes hostile words', () => {
		const hostile = render([[hostileLog(), hostileLog()]]);
		expect(hostile['comparison.html']?.split('<script')).toHaveLength(2);
		expect(hostile['comparison.html']).not.toMatch(/<img|<svg\/|<a href="(?!#)/u);
		expect(hostile['comparison.md']).not.toMatch(/<(?:script|img|svg)/u);
	});
});

import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../../reports/fixture/fixture-log.ts';
import { UsageError } from '../../base/errors.ts';
import type { FileIdentity } from '../../corpus/manifest.ts';
import type { AppContent } from '../../eval/app.ts';
import type { EvaluatedRun } from '../../eval/header.ts';
import { compareIdentity, requireKnownFields } from './comparability.ts';
import { compareRuns } from './compare.ts';
import { header, runOf, sampleOf } from './compared-run-fixture.ts';

const withContent = (content: AppContent, prompts: readonly FileIdentity[], usesApp?: boolean): EvaluatedRun =>
	runOf([sampleOf('a', true)], {
		app: { name: 'shop', version: '1', language: 'ko', content },
		suites: header.suites.map((suite) => ({ ...suite, corpus: { ...suite.corpus, prompts }, usesApp })),
	});
const decisionOf = (
	score: string,
	hits: number,
): NonNullable<EvaluatedRun['header']['suites'][number]['decision']> => ({
	score,
	threshold: { hits, of: 15 },
	paths: [
		{ name: 'A', title: 'push' },
		{ name: 'B', title: 'discard' },
	],
});
const FILE = { name: 's.md', version: '1', sha256: 'bytes' };
const blocking = (first: EvaluatedRun, second: EvaluatedRun): readonly string[] =>
	compareIdentity(first, second).blocking.map(({ field }) => field);

describe('compareRuns of identities', () => {
	it('allows another model and engine', () => {
		const second = runOf([sampleOf('a', true)], {
			model: { name: 'other.gguf', miniature: false, quantization: 'Q4_0' },
		});
		expect(compareRuns(runOf([sampleOf('a', true)]), second).identity.varied).toEqual([
			{ field: 'model.name', first: 'model.gguf', second: 'other.gguf' },
			{ field: 'model.quantization', second: 'Q4_0' },
		]);
	});

	it('allows another seed where answers are sampled', () => {
		const seeded = (seed: number, temperature: number): EvaluatedRun =>
			runOf([sampleOf('a', true)], { settings: { ...header.settings, seed, temperature } });
		expect(blocking(seeded(1, 0), seeded(2, 0))).toEqual(['settings.seed']);
		expect(compareIdentity(seeded(1, 1), seeded(2, 1))).toMatchObject({
			blocking: [],
			varied: [{ field: 'settings.seed', first: 1, second: 2 }],
		});
	});

	it('gives no answer about a backend that an app asked for and may not have had', () => {
		const phone = (backend?: string, requestedBackend?: string, prefillMs = 100): EvaluatedRun =>
			runOf(
				Array.from({ length: 40 }, (_, place) => {
					const sample = sampleOf(`p${place}`, true);
					const [generation] = sample.transcript.generations;
					if (generation === undefined) return sample;
					const generations = [{ ...generation, usage: { promptTokens: 100 } }];
					const times = {
						source: 'engine' as const,
						totalMs: 200,
						pieceAtMs: [],
						eventAtMs: [],
						cachedPromptTokens: 0,
						prefillMs: Math.round(prefillMs / 10) * 10 + ((place * prefillMs) % 7),
					};
					return {
						...sample,
						transcript: { ...sample.transcript, generations },
						timings: { ...sample.timings, generations: [times] },
					};
				}),
				{ engine: { runner: 'device', version: '1', backend, requestedBackend } },
			);
		const doubt = (one: EvaluatedRun, other: EvaluatedRun): unknown => {
			const { answer, backend } = compareRuns(one, other).answer;
			expect(answer).toBe(backend === undefined ? 'ship' : 'cant-tell');
			return backend;
		};
		expect(doubt(phone('CPU'), phone('GPU'))).toBeUndefined();
		expect(doubt(phone(undefined, 'GPU'), phone(undefined, 'GPU'))).toBeUndefined();
		const open = { unknown: 'second', asked: 'GPU', alike: false };
		expect(doubt(phone('CPU'), phone(undefined, 'GPU', 30))).toEqual(open);
		expect(doubt(phone(undefined, 'CPU'), phone(undefined, 'GPU', 103))).toEqual({ ...open, alike: true });
		expect(doubt(phone(undefined, 'GPU', 30), phone('CPU'))).toEqual({ ...open, unknown: 'first' });
	});

	it('finds different system prompts of solvers in shared samples', () => {
		const asked = (...systems: readonly (string | undefined)[]): EvaluatedRun =>
			runOf(systems.map((system, place) => ({ ...sampleOf(`s${place}`, true), system })));
		const fields = (one: EvaluatedRun, other: EvaluatedRun): readonly string[] =>
			compareIdentity(one, other).blocking.map(({ field, first, second }) => `${field} ${first} ${second}`);
		expect(fields(asked('a', 'b'), asked('a', 'c'))).toEqual(['suite.prefix.system b c']);
		expect(fields(asked('a', 'b'), asked('app', 'none'))).toEqual(['suite.prefix.system a app']);
		expect(fields(asked('a', 'b'), asked('a', 'b'))).toEqual([]);
		expect(fields(asked('a', undefined), asked(undefined, 'b'))).toEqual([]);
		expect(compareIdentity({ header }, asked('a')).blocking).toEqual([]);
		expect(() => compareRuns(asked('a'), asked('b'), { allow: ['suite.prefix.system'] })).not.toThrow();
	});

	it.each<[string, Partial<EvaluatedRun['header']>]>([
		['settings.temperature', { settings: { ...header.settings, temperature: 1 } }],
		['settings.topK', { settings: { ...header.settings, topK: 40 } }],
		['model.templateSha256', { model: { ...header.model, templateSha256: 'b'.repeat(64) } }],
		['suite.prefix.version', { suites: header.suites.map((suite) => ({ ...suite, version: '2' })) }],
		[
			'corpus.prefix.sha256',
			{ suites: header.suites.map((suite) => ({ ...suite, corpus: { ...suite.corpus, sha256: 'b'.repeat(64) } })) },
		],
		[
			'prompt.prefix.coach',
			{
				suites: header.suites.map((suite) => ({
					...suite,
					corpus: { ...suite.corpus, prompts: [{ name: 'coach', version: '2', sha256: 'd' }] },
				})),
			},
		],
	])('refuses runs that differ in %s, unless allowed', (field, changes) => {
		const first = runOf([sampleOf('a', true)]);
		const second = runOf([sampleOf('a', true)], changes);
		expect(() => compareRuns(first, second)).toThrow(UsageError);
		expect(() => compareRuns(first, second)).toThrow(field);
		expect(() => compareRuns(first, second, { allow: ['settings.seed'] })).toThrow(field);
		expect(
			compareRuns(first, second, { allow: [field] }).identity.blocking.map((difference) => difference.field),
		).toEqual([field]);
		expect(compareRuns(first, second, { allow: [field.split('.')[0] ?? ''] }).paired).toBe(1);
	});

	it('refuses another language, and reports one that only one run names', () => {
		const inLanguage = (language?: 'ko' | 'en'): EvaluatedRun =>
			runOf([sampleOf('a', true)], language && { app: { name: 'shop', version: '1', language } });
		expect(blocking(inLanguage('ko'), inLanguage('en'))).toEqual(['app.language']);
		expect(blocking(inLanguage('ko'), inLanguage())).toEqual([]);
		expect(compareIdentity(inLanguage('ko'), inLanguage()).varied).toContainEqual({
			field: 'app.language',
			first: 'ko',
		});
	});

	it('refuses another threshold or score of a decision that both have', () => {
		const decided = (score: string, hits?: number): EvaluatedRun =>
			runOf([sampleOf('a', true)], {
				suites: header.suites.map(({ decision: _, ...suite }) =>
					hits === undefined ? suite : { ...suite, decision: decisionOf(score, hits) },
				),
			});
		const run = decided('meaningful', 5);
		expect(blocking(run, decided('meaningful', 2))).toEqual(['decision.prefix.threshold']);
		expect(blocking(run, decided('called', 5))).toEqual(['decision.prefix.score']);
		expect([blocking(run, run), blocking(run, decided('meaningful'))]).toEqual([[], []]);
	});

	it('knows the parts of an app by what they are, in a file or beside it', () => {
		const inline = withContent({ system: { sha256: 'a' }, tools: { sha256: 't' } }, []);
		const file = withContent({ system: { sha256: 'a', file: 's.md' }, tools: { sha256: 't' } }, [FILE]);
		expect(blocking(inline, file)).toEqual([]);
		const other = withContent({ system: { sha256: 'b', file: 's.md' }, tools: { sha256: 'u' } }, [FILE]);
		expect(blocking(file, other)).toEqual(['app.system', 'app.tools']);
		expect(compareRuns(file, other, { allow: ['app'] }).paired).toBe(1);
	});

	it('asks something else where the model reads failures in another form', () => {
		const run = withContent({}, []);
		const other = {
			...run,
			header: { ...run.header, app: { name: 'shop', version: '1', language: 'ko', failureForm: 'seed-004' as const } },
		};
		expect([blocking(run, other), blocking(other, other)]).toEqual([['app.failureForm'], []]);
		expect(compareRuns(run, other, { allow: ['app.failureForm'] }).paired).toBe(1);
	});

	it('compares app files, and no part that one run does not record', () => {
		const before = withContent({}, [FILE]);
		const now = { system: { sha256: 'a', file: 's.md' }, state: { sha256: 's' } };
		expect(blocking(before, withContent(now, [FILE]))).toEqual([]);
		expect(blocking(before, withContent(now, [{ ...FILE, sha256: 'others' }]))).toEqual(['prompt.prefix.s.md']);
	});

	it('does not mind the app of suites that do not use it', () => {
		const [one, other] = ['a', 'b'].map((sha256) => withContent({ system: { sha256 } }, [FILE], false));
		expect(blocking(one as EvaluatedRun, other as EvaluatedRun)).toEqual([]);
	});
});

describe('a field that is allowed to differ', () => {
	const log = fixtureLog();
	const other = { header: { ...log.header, settings: { ...log.header.settings, seed: 99 } } };
	const allowing =
		(...allowed: readonly string[]) =>
		() =>
			requireKnownFields(allowed, [log, other]);

	it.each([
		['nope', "runs do not differ in a field 'nope'"],
		['settings.temprature', "did you mean 'settings.temperature'?"],
		['corpus.prefx', "did you mean 'corpus.prefix'?"],
		['app.systm', "did you mean 'app.system'?"],
		['', "runs do not differ in a field ''"],
	])('is one in which runs can: %j', (name, params) => {
		expect(allowing(name)).toThrow(UsageError);
		expect(allowing('corpus', name)).toThrow(params);
	});

	it.each([
		...[
			'settings.seed',
			'settings',
			'corpus',
			'corpus.prefix',
			'corpus.prefix.sha256',
			'suite.prefix.version',
			'suite.prefix.system',
		],
		...['settings.topK', 'app', 'app.language', 'app.system', 'code', 'model', 'engine.runner', 'prompt'],
	])('may be one in which these do not: %s', (name) => {
		expect(allowing(name)).not.toThrow();
		expect(() => requireKnownFields([name], [log])).not.toThrow();
	});

	it('is named where these runs differ', () => {
		const error = (() => {
			try {
				allowing('nope')();
			} catch (thrown) {
				return thrown as UsageError;
			}
			return undefined;
		})();
		expect(error?.hint).toBe('Allow fields in which the runs differ: settings.seed.');
	});
});

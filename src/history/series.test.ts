import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import type { Log, LogHeader } from '../log/record.ts';
import { requireComparable } from '../summary/compare/compare.ts';
import { seriesKey } from './run-index.ts';
import { type RunRow, runRow } from './run-row.ts';
import { incomparableFields, seriesFields } from './series.ts';

const { header } = fixtureLog({ tools: true });
const withSuites = (change: (suite: LogHeader['suites'][number]) => LogHeader['suites'][number]): Log =>
	fixtureLog({ tools: true, header: { suites: header.suites.map(change) } });

const appOf = (sha256: string) => ({ name: 'mine', version: '1', language: 'ko', content: { system: { sha256 } } });

const LOGS: Readonly<Record<string, Log>> = {
	same: fixtureLog({ tools: true, header: { app: appOf('a') } }),
	'another system prompt': fixtureLog({ tools: true, header: { app: appOf('b') } }),
	'an unrecorded system prompt': fixtureLog({ tools: true }),
	'without tools': fixtureLog(),
	'tools alone': fixtureLog({ header: { suites: header.suites.filter(({ name }) => name === 'tools') } }),
	'another suite': fixtureLog({ header: { suites: header.suites.map((suite) => ({ ...suite, name: 'own' })) } }),
	'another corpus': withSuites((suite) => ({ ...suite, corpus: { ...suite.corpus, sha256: 'ab'.repeat(32) } })),
	'another version': withSuites((suite) => (suite.name === 'tools' ? { ...suite, version: '9' } : suite)),
	'another prompt': withSuites((suite) => ({ ...suite, corpus: { ...suite.corpus, prompts: [] } })),
	warmer: fixtureLog({ header: { settings: { ...header.settings, temperature: 0.7 } } }),
	limited: fixtureLog({ header: { settings: { ...header.settings, limit: 3 } } }),
	'another model': fixtureLog({ model: 'other.gguf', quantization: 'Q4_0' }),
	'another template': fixtureLog({ header: { model: { ...header.model, templateSha256: 'cd'.repeat(32) } } }),
};

describe('rows of runs', () => {
	it.each(Object.keys(LOGS))('forbid the comparisons that compare refuses: %s, both ways', (name) => {
		const [one, other] = [LOGS.same as Log, LOGS[name] as Log];
		for (const [first, second] of [
			[one, other],
			[other, one],
		] as const) {
			const fields = incomparableFields(runRow('a', reportedRun(first)), runRow('b', reportedRun(second)));
			let refused = false;
			try {
				requireComparable(first, second);
			} catch {
				refused = true;
			}
			expect(refused).toBe(fields?.length !== 0);
		}
	});
});

describe('series of runs', () => {
	const keyOf = (row: RunRow, name: string): string => {
		const metric = row.metrics.find((one) => one.name === name);
		if (metric === undefined) throw new Error(`no ${name}`);
		return seriesKey(seriesFields(row, metric));
	};
	const [score, time] = ['prefix.free.meaningful', 'latency.prefix.free.endToEndMs'];

	it.each<[string, Partial<LogHeader>, score: boolean, time: boolean]>([
		[
			'a later commit and system',
			{ git: { commit: 'f'.repeat(40), dirty: false }, host: { ...header.host, os: 'later' } },
			true,
			true,
		],
		['another device', { host: { device: 'Galaxy S24' } }, true, false],
		['another backend', { engine: { ...header.engine, backend: 'gpu' } }, true, false],
		['another runner', { engine: { ...header.engine, runner: 'openai' } }, false, false],
		['another app', { app: { name: 'recipes', version: '1', language: 'ko' } }, false, false],
		['another system prompt', { app: appOf('b') }, false, false],
		['another model', { model: { ...header.model, name: 'other.gguf' } }, false, false],
		['another temperature', { settings: { ...header.settings, temperature: 1 } }, false, false],
	])('join scores and times across %s only if comparable', (_, change, sameScore, sameTime) => {
		const [one, other] = [
			runRow('a', reportedRun(fixtureLog({ header: { app: appOf('a') } }))),
			runRow('b', reportedRun(fixtureLog({ header: { app: appOf('a'), ...change } }))),
		];
		expect([keyOf(one, score) === keyOf(other, score), keyOf(one, time) === keyOf(other, time)]).toEqual([
			sameScore,
			sameTime,
		]);
	});

	it('count samples that could change a value: unscored or failed', () => {
		const log = fixtureLog();
		const [first, ...rest] = log.samples;
		if (first === undefined) throw new Error('the fixture has samples');
		const failed = {
			...first,
			transcript: { ...first.transcript, failure: 'crashed' as const },
			scores: { meaningful: { unscored: 'engine-failed' as const } },
		};
		const { metrics } = runRow('run', reportedRun({ ...log, samples: [failed, ...rest] }));
		const of = (name: string) => metrics.find((metric) => metric.name === name);
		expect(of('prefix.free.meaningful')).toMatchObject({ unscored: 1, n: 14 });
		expect(of('prefix.free.called')).toMatchObject({ unscored: 1 });
		for (const name of ['meaningful', 'called']) expect(of(`prefix.free.${name}`)?.low).toBeUndefined();
		expect(of('latency.prefix.free.endToEndMs')).toMatchObject({ unscored: 1 });
		const engine = { ...log.header.engine, timingsNotComparable: 'a software GPU' };
		const slow = runRow('run', reportedRun({ ...log, header: { ...log.header, engine } }));
		expect(slow.metrics.filter(({ clock }) => clock !== undefined)).toEqual([]);
	});

	it('exclude and count times of a turn that was cut off', () => {
		const log = fixtureLog();
		const name = 'latency.prefix.free.endToEndMs';
		const at = log.samples.findIndex(({ suite, timings }) => suite === 'prefix' && !timings.cold);
		const cut = log.samples.map((sample, index) => {
			if (index !== at) return sample;
			const { transcript, timings } = sample;
			const finish = { unified: 'length', raw: 'length' } as const;
			const generations = transcript.generations.map((one) => ({ ...one, finish }));
			return { ...sample, transcript: { ...transcript, generations }, timings: { ...timings, endToEndMs: 1 } };
		});
		const of = (samples: typeof log.samples, metric = name) =>
			runRow('run', reportedRun({ ...log, samples })).metrics.find((one) => one.name === metric);
		const [whole, without] = [of(log.samples), of(log.samples.filter((_, index) => index !== at))];
		expect(of(cut)).toMatchObject({ value: without?.value, n: (whole?.n ?? 0) - 1, unscored: 1 });
		expect(whole).toMatchObject({ unscored: 0 });
		const speed = 'latency.prefix.free.decodeTokensPerSecond';
		expect(of(cut, speed)).toEqual(of(log.samples, speed));
	});

	it('have the app that a device reports, and none that a capture does not record', () => {
		const engine = { runner: 'device', version: 'LiteRT-LM 0.8.0 (other 1)', api: 'app' as const, app: 'other' };
		const app = { name: 'mine', version: '1', language: 'ko', content: { system: { sha256: 'a' } } };
		const own = runRow('run', reportedRun(fixtureLog({ header: { engine, app } })));
		expect([own.app, own.unrecorded]).toEqual(['other', ['prompt', 'settings']]);
		expect(runRow('run', reportedRun(fixtureLog({ header: { app } })))).toMatchObject({ app: 'mine', unrecorded: [] });
	});
});

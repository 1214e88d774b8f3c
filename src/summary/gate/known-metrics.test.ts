import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../base/errors.ts';
import { message } from '../../base/message.ts';
import type { Decision } from '../../eval/decision.ts';
import type { Suite } from '../../eval/suite.ts';
import { suiteDouble } from '../../testing/doubles/suite-double.ts';
import { logHeaderFixture } from '../../testing/log-line-fixture.ts';
import { saying } from '../../testing/saying.ts';
import { type ChosenPrompts, requireKnownMetrics, requireWholeBaseline } from './known-metrics.ts';

const decision: Decision = {
	score: 'spoke',
	threshold: { hits: 1, of: 2 },
	paths: [
		{ name: 'ship', title: 'ship' },
		{ name: 'wait', title: 'wait' },
	],
};
const suite: Suite = { ...suiteDouble(['a', 'b'], async () => ({ messages: [], facts: {} })), decision };

function check(metric: string, chosen?: ChosenPrompts): void {
	requireKnownMetrics({ version: 1, rules: [{ metric, min: 1 }] }, [suite], 'gate.yaml', chosen);
}

describe('a gate, before the run', () => {
	it.each([
		...['double.spoke', 'double.free.spoke', 'double.unscored', 'double.hits', 'double.probability', 'loadMs'],
		...['double.free.formatAdherence', 'flips.double.free.spoke.lost', 'double.free.spoke[kind=chain]'],
		'latency.double.free.warm.endToEndMs.p95',
	])('takes %s', (metric) => {
		expect(() => check(metric)).not.toThrow();
	});

	it.each(['double.hitz', 'duoble.hits', 'double.constrained.spoke', 'latency.double.free.warm.endToEndMs.p96', 'x'])(
		'refuses %s, which no run of these suites has',
		(metric) => {
			expect(() => check(metric)).toThrow(
				saying('config.gate-metric', { place: 'gate.yaml: rules[0].metric', metric }),
			);
		},
	);

	it.each<[string, ChosenPrompts]>([
		['--limit', { limit: 1 }],
		['--filter', { filter: 'a' }],
		['--shard', { shard: { index: 1, count: 2 } }],
	])('refuses counts of all prompts with %s, and takes rates of what was evaluated', (part, chosen) => {
		expect(() => check('double.hits', chosen)).toThrow(saying('config.gate-part', { part }));
		expect(() => check('double.spoke', chosen)).not.toThrow();
		expect(() => check('double.hits')).not.toThrow();
	});

	it.each([
		['double.recall[tool=set_alarm]', undefined],
		['double.free.precision[tool=(none)]', undefined],
		['double.argument[field=set_alarm(time)]', undefined],
		['double.macroRecall', undefined],
		['double.recall.set_alarm', "did you mean 'double.recall[tool=set_alarm]'?"],
		['double.recall[tool=set_alrm]', 'no sample of double expects set_alrm; did you mean set_alarm?'],
		[
			'double.argument[field=set_alarm(tme)]',
			'no sample of double expects set_alarm(tme); did you mean set_alarm(time)?',
		],
	])('reads %s of a suite that judges calls', (metric, said) => {
		const samples = [[{ tool: 'set_alarm', arguments: { time: '1' } }], []].map((expected, at) => ({
			...suite.samples[at],
			expected,
		}));
		const judging = {
			...suite,
			samples,
			scorers: [{ ...suite.scorers[0], name: 'correct', calls: 'all' }],
		} as unknown as Suite;
		const checked = (): void =>
			requireKnownMetrics({ version: 1, rules: [{ metric, min: 1 }] }, [judging], 'gate.yaml');
		if (said === undefined) expect(checked).not.toThrow();
		else expect(checked).toThrow(said);
	});

	it('names all such rules, and similar names', () => {
		const rules = ['double.hitz', 'double.hits', 'x'].map((metric) => ({ metric, min: 1 }));
		expect(() => requireKnownMetrics({ version: 1, rules }, [suite], 'gate.yaml')).toThrow(
			expect.objectContaining({
				said: expect.objectContaining({
					code: 'config.gate-metrics',
					params: {
						source: 'gate.yaml',
						problems: [
							message('config.gate-metric', { place: 'rules[0].metric', metric: 'double.hitz', near: 'double.hits' }),
							message('config.gate-metric', { place: 'rules[2].metric', metric: 'x' }),
						],
					},
				}),
			}),
		);
	});

	it.each(['min', 'max', 'maxDrop', 'maxRise'])('refuses %s: 5 of a share, which means 5%%', (bound) => {
		for (const metric of ['double.spoke', 'double.free.spoke[kind=a]', 'double.rate', 'fate.ollama.call']) {
			const rules = [{ metric, [bound]: 5 }];
			expect(() => requireKnownMetrics({ version: 1, rules }, [suite], 'gate.yaml')).toThrow(
				expect.objectContaining({ hint: 'Write 0.05 for 5%.' }),
			);
		}
		const rules = [{ metric: 'double.hits', [bound]: 5 }];
		expect(() => requireKnownMetrics({ version: 1, rules }, [suite], 'gate.yaml')).not.toThrow();
	});
});

describe('a baseline', () => {
	const header = logHeaderFixture();
	const footer = { outcome: 'complete' as const };

	it('is a complete run', () => {
		expect(() => requireWholeBaseline({ header, footer }, 'main')).not.toThrow();
	});

	it.each([
		['failed', { header, footer: { outcome: 'failed' as const } }, 'not complete (failed)'],
		['cut short', { header }, 'not complete (cut short)'],
		['limited', { header: { ...header, settings: { ...header.settings, limit: 3 } }, footer }, '(limit)'],
		[
			'a shard',
			{ header: { ...header, settings: { ...header.settings, shard: { index: 1, count: 2 } } }, footer },
			'(shard)',
		],
	])('that is %s is refused', (_, run, why) => {
		expect(() => requireWholeBaseline(run, 'main')).toThrow(ConfigError);
		expect(() => requireWholeBaseline(run, 'main')).toThrow(why);
	});
});

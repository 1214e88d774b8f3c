import { expect, it } from 'vitest';
import type { GateRule } from '../../summary/gate/rules.ts';
import { requireShares } from './share-bounds.ts';

const suites = [
	{ name: 'prefix', rates: ['meaningful'] },
	{ name: 'prefix.ko', rates: ['polite'] },
];
const held = (rule: GateRule): (() => void) => {
	return () => requireShares({ version: 1, rules: [{ metric: 'loadMs', max: 9000 }, rule] }, suites, 'gate.yaml');
};

it.each<[GateRule, string]>([
	[
		{ metric: 'prefix.rate', maxDrop: 5 },
		'maxDrop: prefix.rate is a share between 0 and 1, so that 5 could never fail',
	],
	[{ metric: 'prefix.free.meaningful', min: 50 }, 'so that 50 could never pass'],
	[{ metric: 'prefix.meaningful[tone=casual]', max: 90 }, 'so that 90 could never fail'],
	[{ metric: 'prefix.ko.polite', maxRise: 2 }, 'maxRise: prefix.ko.polite is a share'],
	[{ metric: 'prefix.free.formatAdherence', min: 99.5 }, 'so that 99.5 could never pass'],
	[{ metric: 'fate.flutter_gemma.call', min: 80 }, 'so that 80 could never pass'],
])('%j is refused', (rule, text) => {
	expect(held(rule)).toThrow(`gate.yaml: rules[1].`);
	expect(held(rule)).toThrow(text);
});

it.each<GateRule>([
	{ metric: 'prefix.rate', min: 1, max: 1, maxDrop: 1 },
	{ metric: 'prefix.rate', maxDrop: '5%', maxRise: '500%' },
	{ metric: 'prefix.hits', min: 5 },
	{ metric: 'prefix.unscored', max: 20 },
	{ metric: 'prefix.free.grams.mean', max: 200 },
	{ metric: 'flips.prefix.free.meaningful.lost', max: 3 },
	{ metric: 'latency.prefix.free.warm.timeToFirstTokenMs.p50', max: 400 },
	{ metric: 'other.meaningful', min: 5 },
])('%j is none of a share beyond it', (rule) => {
	expect(held(rule)).not.toThrow();
});

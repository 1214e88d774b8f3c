import { describe, expect, it } from 'vitest';
import { fixtureLog, fixtureUnitsLog } from '../../reports/fixture/fixture-log.ts';
import { metricLines } from './metric-lines.ts';

describe('metricLines', () => {
	it('names what a gate may ask of a run, with its value', () => {
		expect(metricLines(fixtureLog())).toEqual(
			expect.arrayContaining(['prefix.hits: 7', 'prefix.n: 15', 'loadMs: 1240', 'model.sizeBytes: 4120448']),
		);
	});

	it('gives values that hold as the bounds of rules', () => {
		const [line = ''] = metricLines(fixtureLog()).filter((told) => told.startsWith('prefix.rate: '));
		expect(Number(line.slice('prefix.rate: '.length))).toBe(7 / 15);
	});

	it('has numbers of suites nobody has heard of', () => {
		expect(metricLines(fixtureUnitsLog())).toEqual(
			expect.arrayContaining(['units.metric: 0.5', 'units.digits.mean: 2.5', 'units.digits.p50: 2.5']),
		);
	});
});

import { describe, expect, it } from 'vitest';
import type { Finish } from '../../src/model/generation.ts';
import { fateSummary } from '../../src/summary/fates/fates.ts';
import { summarizeRun } from '../../src/summary/summarize.ts';
import { logHeaderFixture, logSampleFixture } from '../../src/testing/log-line-fixture.ts';
import { fixtureLog, fixtureUnitsLog } from '../fixture/fixture-log.ts';
import { fatesTable, metricLines } from './gate.ts';

describe('metricLines', () => {
	it('names every metric with its value', () => {
		expect(metricLines(summarizeRun(fixtureLog()).metrics)).toEqual(
			expect.arrayContaining(['prefix.hits: 7', 'prefix.n: 15', 'loadMs: 1240', 'model.sizeBytes: 4120448']),
		);
	});

	it('prints values that pass as bounds of rules', () => {
		const [line = ''] = metricLines(summarizeRun(fixtureLog()).metrics).filter((text) =>
			text.startsWith('prefix.rate: '),
		);
		expect(Number(line.slice('prefix.rate: '.length))).toBe(7 / 15);
	});

	it('has numbers of custom suites', () => {
		expect(metricLines(summarizeRun(fixtureUnitsLog()).metrics)).toEqual(
			expect.arrayContaining(['units.metric: 0.5', 'units.digits.mean: 2.5', 'units.digits.p50: 2.5']),
		);
	});
});

const STOP: Finish = { unified: 'stop', raw: 'eog' };

const tableOf = (dialect: string, raws: readonly string[], finish = STOP): readonly string[] =>
	fatesTable(
		fateSummary({
			header: logHeaderFixture({ settings: { ...logHeaderFixture().settings, dialect } }),
			samples: raws.map((raw) =>
				logSampleFixture({
					transcript: {
						generations: [{ pieces: [raw], events: [{ type: 'text', text: raw }], finish, usage: {} }],
						facts: {},
					},
				}),
			),
		}),
	).split('\n');

describe('the table of fates', () => {
	it('has a line per engine and a column per outcome that happened', () => {
		const [head, , columns, ...rows] = tableOf('gemma4', ['네.', '볼게요. <|tool_call>call:f{}<tool_call|>']);
		expect(head).toBe('2 generations, 1 with a call, 0 not recorded');
		expect(columns?.split(/ {2,}/u)).toEqual([
			...['engine', 'rules of', 'call', 'text-shown', 'leaked', 'not-emulated', 'calls kept'],
		]);
		expect(rows[0]).toMatch(/^flutter-gemma {2,}2\.1\.0 \(2026-11\) +0 +1 +1 +0 +0 of 1$/u);
		expect(rows.find((row) => row.startsWith('litert-lm '))).toMatch(/^litert-lm {2,}.* 1 +1 +0 +0 +1 of 1$/u);
	});

	it('has outcomes of an engine that parses calls itself, without emulation', () => {
		const leaked = '볼게요. <|tool_call>call:f{}<tool_call|>';
		expect(tableOf('engine', ['네.', leaked, leaked])).toEqual([
			'parsed by llama-cpp 0 itself: 1 text-shown, 2 leaked',
			expect.stringMatching(/^other engines are not emulated for these: .*--api completion$/u),
			'',
		]);
	});

	it('counts cut generations apart', () => {
		expect(tableOf('gemma4', ['볼게요. <|tool_call>call:f{'], { unified: 'length', raw: 'length' })).toEqual([
			'0 generations, 0 with a call, 0 not recorded',
			'1 more was cut off or failed, and not counted',
			'',
		]);
	});
});

import { describe, expect, it } from 'vitest';
import { LogError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { saying } from '../testing/saying.ts';
import { parseLog } from './parse-log.ts';

const header = JSON.stringify(logHeaderFixture());
const sample = JSON.stringify(logSampleFixture({ sampleId: 'a' }));
const footer = JSON.stringify({ type: 'footer', endedAt: '2026-11-21T00:00:00Z', outcome: 'complete' });

describe('parseLog', () => {
	it('reads header, samples and footer', () => {
		const log = parseLog([header, sample, footer], 'log.jsonl');
		expect(log.header.model.name).toBe('model.gguf');
		expect(log.samples.map((entry) => entry.sampleId)).toEqual(['a']);
		expect(log.footer?.outcome).toBe('complete');
	});

	it('leaves unscored what another model may have answered, and takes what was asked again', () => {
		const [a, b, c] = ['a', 'b', 'c'].map((sampleId) =>
			JSON.stringify(logSampleFixture({ sampleId, scores: { called: { value: true } } })),
		) as [string, string, string];
		const unconfirmedSince = { suite: 'prefix', sampleId: 'b', variant: 'free', epoch: 0 };
		const said = 'now serves another digest';
		const failure = JSON.stringify({ type: 'failure', at: '', kind: 'engine', said, unconfirmedSince });
		const again = JSON.stringify(logSampleFixture({ sampleId: 'b', scores: { called: { value: false } } }));
		const log = parseLog([header, a, b, c, failure, again], 'log.jsonl');
		const unscored = { unscored: 'unconfirmed', detail: said };
		expect(log.samples.map(({ scores }) => scores.called)).toEqual([{ value: true }, { value: false }, unscored]);
		expect(log.samples[2]?.transcript).toEqual({
			generations: [],
			facts: {},
			failure: 'unconfirmed',
			failureDetail: said,
		});
		const written = [log.header, ...log.samples, ...log.failures].map((record) => JSON.stringify(record));
		expect(parseLog(written, 'log.jsonl')).toEqual(log);
	});

	it('leaves out a last line that was cut short', () => {
		const log = parseLog([header, sample, sample.slice(0, 40)], 'log.jsonl');
		expect(log.samples).toHaveLength(1);
		expect(log.footer).toBeUndefined();
	});

	it('drops and reports a last line that is not a record', () => {
		const log = parseLog([header, sample, footer, 'broken', ''], 'log.jsonl');
		expect(log.footer?.outcome).toBe('complete');
		expect(log.damaged).toEqual({ line: 4, problem: message('log.not-json') });
	});

	it('refuses a broken line before the last, with its number', () => {
		expect(() => parseLog([header, '{"type":', sample], 'log.jsonl')).toThrow(/^log\.jsonl:2: not JSON/u);
	});

	it('refuses a record of the wrong shape and names the field', () => {
		const wrong = JSON.stringify({ ...logSampleFixture({ sampleId: 'a' }), epoch: 'one' });
		expect(() => parseLog([header, wrong, footer], 'log.jsonl')).toThrow(/log\.jsonl:2: epoch/u);
		expect(() => parseLog([header, '{"type":"sampel"}', footer], 'log.jsonl')).toThrow('log.jsonl:2: type: ');
	});

	it.each([
		['a clock beyond all numbers', '"pieceAtMs":[1e999]'],
		['a clock that is text', '"pieceAtMs":["1"]'],
		['no list of clocks', '"pieceAtMs":7'],
	])('refuses %s', (_name, broken) => {
		const generation = { source: 'engine' as const, totalMs: 1, pieceAtMs: [4321], eventAtMs: [] };
		const whole = logSampleFixture({ timings: { generations: [generation], endToEndMs: 1, cold: false } });
		const line = JSON.stringify(whole).replace('"pieceAtMs":[4321]', broken);
		expect(() => parseLog([header, line, footer], 'log.jsonl')).toThrow(/:2: .*pieceAtMs/u);
	});

	it('reads nested rows, and refuses one that no reader could render or write again', () => {
		const nested = (depth: number): string =>
			sample.replace('"sample":{', `"sample":{"deep":${'['.repeat(depth)}${']'.repeat(depth)},`);
		expect(parseLog([header, nested(900), footer], 'log.jsonl').samples).toHaveLength(1);
		expect(() => parseLog([header, nested(50_000), footer], 'log.jsonl')).toThrow(/log\.jsonl:2: nested deeper/u);
	});

	it.each([
		['a time before the beginning', '"endToEndMs":1,', '"endToEndMs":-1,', 'timings.endToEndMs'],
		['a time whose sums are beyond all numbers', '"endToEndMs":1,', '"endToEndMs":1e308,', 'timings.endToEndMs'],
	])('refuses %s', (_name, whole, broken, field) => {
		const timed = JSON.stringify(logSampleFixture({ timings: { generations: [], endToEndMs: 1, cold: false } }));
		expect(timed).toContain(whole);
		const line = timed.replace(whole, broken);
		expect(() => parseLog([header, line, footer], 'log.jsonl')).toThrow(`log.jsonl:2: ${field}`);
	});

	it('refuses identities of the wrong kind, which every report would print', () => {
		const wrong = header.replace('"miniature":', '"quantization":[4],"miniature":');
		expect(() => parseLog([wrong, sample, footer], 'log.jsonl')).toThrow(/log\.jsonl:1: model\.quantization/u);
	});

	it('refuses an empty log', () => {
		expect(() => parseLog([], 'log.jsonl')).toThrow(LogError);
		expect(() => parseLog([''], 'log.jsonl')).toThrow(/empty/u);
	});

	it('refuses a log that does not begin with a header', () => {
		expect(() => parseLog([sample, footer], 'log.jsonl')).toThrow(/first line/u);
	});

	it('refuses another format version and names both', () => {
		const other = JSON.stringify({ ...logHeaderFixture(), version: 99 });
		expect(() => parseLog([other, sample], 'log.jsonl')).toThrow(/version 99.*version \d/u);
	});

	it('refuses a second header, with its line', () => {
		const two = [header, sample, footer, '', header, sample];
		expect(() => parseLog(two, 'log.jsonl')).toThrow(LogError);
		expect(() => parseLog(two, 'log.jsonl')).toThrow(/^log\.jsonl:5: a second header/u);
	});

	it('refuses a score that is none, and names it', () => {
		for (const score of ['{"unscored":"tired"}', '{"value":"yes"}', '{}', '{"value":true,"reason":7}']) {
			const wrong = sample.replace('"scores":{}', `"scores":{"meaningful":${score}}`);
			expect(wrong).not.toBe(sample);
			expect(() => parseLog([header, wrong, footer], 'log.jsonl')).toThrow(/log\.jsonl:2: scores\.meaningful/u);
		}
	});

	it('counts the last of two lines of a sample', () => {
		const again = JSON.stringify(logSampleFixture({ sampleId: 'a', seed: 99 }));
		const log = parseLog([header, sample, again], 'log.jsonl');
		expect(log.samples.map((entry) => entry.seed)).toEqual([99]);
	});

	it('takes the footer of a resumed run, not the one before', () => {
		const interrupted = JSON.stringify({ type: 'footer', endedAt: '2026-11-21T00:00:00Z', outcome: 'interrupted' });
		expect(parseLog([header, interrupted, sample, footer], 'x').footer?.outcome).toBe('complete');
		expect(parseLog([header, interrupted, sample], 'x').footer).toBeUndefined();
	});

	it('refuses a second footer of the same outcome, by its line', () => {
		const later = footer.replace('00:00:00Z', '00:00:09Z');
		for (const second of [footer, later]) {
			expect(() => parseLog([header, sample, footer, '', second], 'log.jsonl')).toThrow(saying('log.second-footer'));
		}
		const interrupted = footer.replace('complete', 'interrupted');
		expect(parseLog([header, sample, interrupted, footer], 'x').footer?.outcome).toBe('complete');
		expect(parseLog([header, interrupted, sample, interrupted], 'x').footer?.outcome).toBe('interrupted');
	});

	it('refuses a sample that the header does not plan, by its line', () => {
		const suites = [declaredSuiteFixture({ planned: 1, plan: { variants: ['free'], ids: ['a'] } })];
		const head = JSON.stringify(logHeaderFixture({ suites }));
		const other = JSON.stringify(logSampleFixture({ sampleId: 'b' }));
		expect(parseLog([head, sample, footer], 'log.jsonl').samples).toHaveLength(1);
		expect(() => parseLog([head, sample, other, footer], 'log.jsonl')).toThrow(/^log\.jsonl:3: prefix b is not/u);
	});

	it('keeps an own property named __proto__ from reaching a prototype', () => {
		const hostile = `${JSON.stringify(logSampleFixture({ sampleId: 'a' })).slice(0, -1)},"__proto__":{"polluted":true}}`;
		parseLog([header, hostile, footer], 'log.jsonl');
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});

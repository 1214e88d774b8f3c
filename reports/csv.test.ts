import { describe, expect, it } from 'vitest';
import { renderCsv } from './csv.ts';
import { hostileLog } from './fixture/fixture-hostile.ts';
import { fixtureLog, fixtureUnitsLog } from './fixture/fixture-log.ts';
import { reportedRun } from './reported-run.ts';

describe('renderCsv', () => {
	const csv = renderCsv(reportedRun(fixtureLog()));
	const table = rows(csv);

	it('opens with a byte order mark, so that Excel reads Hangul', () => {
		expect(csv.codePointAt(0)).toBe(0xfeff);
		expect(csv).toContain('수면 카탈로그에서 알맞은 습관을 찾아볼게요.');
	});

	it('has one row per sample of all suites, and equal columns in each', () => {
		expect(table).toHaveLength(1 + fixtureLog().samples.length);
		expect(new Set(table.map((row) => row.length)).size).toBe(1);
	});

	it('names run, model, quantization, suite, sample, variant and epoch, and the miniature', () => {
		const row = record(table, 1);
		expect(row).toMatchObject({
			run: '2026-06-20T09:00:00.000Z',
			model: 'gemmark-mini-q8_0.gguf',
			quantization: 'Q8_0',
			suite: 'prefix',
			sample: 'prefix-01',
			variant: 'free',
			epoch: '0',
			score_meaningful: '1',
			calls: 'search_catalog',
		});
		expect(row.notice).toContain('not Gemma');
	});

	it('has the warnings of the run in every row', () => {
		const log = fixtureLog();
		const warned = renderCsv(
			reportedRun({
				...log,
				header: { ...log.header, warnings: ['a parameter is not printed', 'no history'] },
			}),
		);
		expect(record(rows(warned), 1).warnings).toBe('a parameter is not printed | no history');
		expect(record(table, 1).warnings).toBe('');
	});

	it('leaves unknown cells empty', () => {
		expect(record(table, 3)).toMatchObject({ score_meaningful: '0', score_meaningful_reason: 'empty', prefix: '' });
		expect(record(table, 11)).toMatchObject({ calls: '', time_to_call_ms: '' });
	});

	it('has the declared scores, in order, and groups of a custom suite', () => {
		const units = rows(renderCsv(reportedRun(fixtureUnitsLog())));
		const [head = []] = units;
		expect(head.filter((name) => /^(?:score|group)_/u.test(name))).toEqual([
			'group_country',
			...['metric', 'apology', 'digits'].flatMap((name) =>
				['', '_reason', '_detail', '_unscored'].map((part) => `score_${name}${part}`),
			),
		]);
		expect(record(units, 1)).toMatchObject({
			group_country: 'KR',
			score_metric: '1',
			score_apology: '1',
			score_digits: '1',
		});
		expect(record(units, 3)).toMatchObject({
			score_metric: '0',
			score_metric_reason: 'miles',
			score_metric_detail: 'said 3 miles',
		});
	});

	it('has the cause of an unscored sample; a missing score is empty', () => {
		const units = rows(renderCsv(reportedRun(fixtureUnitsLog())));
		const unscored = {
			score_metric: '',
			score_metric_reason: '',
			score_apology: '',
			score_digits: '',
			score_digits_unscored: '',
		};
		expect(record(units, 5)).toMatchObject({ ...unscored, score_metric_unscored: 'cut-length' });
		expect(record(units, 6)).toMatchObject({
			...unscored,
			score_metric_unscored: 'engine-failed',
			score_metric_detail: 'the engine ended',
		});
	});

	it('has prefix and flutter_gemma columns only for suites with that view', () => {
		expect(record(table, 1)).toMatchObject({
			prefix: '수면 카탈로그에서 알맞은 습관을 찾아볼게요.',
			flutter_gemma_lost: expect.any(String),
		});
		expect(record(table, 20)).toMatchObject({ suite: 'frame', prefix: '', flutter_gemma_shown: '' });
		const [head = []] = rows(renderCsv(reportedRun(fixtureUnitsLog())));
		expect(head.filter((name) => /^(?:prefix|flutter)/u.test(name))).toEqual([]);
	});

	it('defuses every cell that a spreadsheet would take for a formula', () => {
		const cells = rows(renderCsv(reportedRun(hostileLog()))).flat();
		expect(cells).toContain("'=cmd|' /C calc'!A0");
		expect(cells).toContain("'+1+1@SUM(A1)");
		expect(cells).toContain("'-2+3");
		for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+@\t\r]|^\s*-(?!\d+(?:\.\d+)?$)/u);
	});

	it('stays a table with any cells', () => {
		const hostile = rows(renderCsv(reportedRun(hostileLog())));
		expect(hostile).toHaveLength(1 + hostileLog().samples.length);
		expect(new Set(hostile.map((row) => row.length)).size).toBe(1);
	});

	it('is the same bytes for the same log', () => {
		expect(renderCsv(reportedRun(fixtureLog()))).toBe(csv);
	});
});

/** RFC 4180, as a spreadsheet reads it. */
function rows(csv: string): readonly (readonly string[])[] {
	const table: string[][] = [[]];
	const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/uy;
	const text = csv.replace(/^\ufeff/u, '').replace(/\r\n$/u, '');
	while (cells.lastIndex < text.length) {
		const match = cells.exec(text);
		if (match === null) throw new Error(`not CSV at ${cells.lastIndex}`);
		table.at(-1)?.push((match[1] ?? match[2] ?? '').replaceAll('""', '"'));
		if (match[3] === '\r\n') table.push([]);
	}
	return table;
}

function record(table: readonly (readonly string[])[], place: number): Readonly<Record<string, string>> {
	const [head = []] = table;
	return Object.fromEntries(head.map((name, column) => [name, table[place]?.[column] ?? '']));
}

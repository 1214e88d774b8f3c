import { describe, expect, it } from 'vitest';
import { hostileLog } from '../fixture/fixture-hostile.ts';
import { fixtureLog } from '../fixture/fixture-log.ts';
import { renderCsv } from './render-csv.ts';

describe('renderCsv', () => {
	const csv = renderCsv(fixtureLog());
	const table = rows(csv);

	it('opens with a byte order mark, so that Excel reads Hangul', () => {
		expect(csv.codePointAt(0)).toBe(0xfeff);
		expect(csv).toContain('수면 카탈로그에서 알맞은 습관을 찾아볼게요.');
	});

	it('has one row per sample of all suites, and equal columns in each', () => {
		expect(table).toHaveLength(1 + fixtureLog().samples.length);
		expect(new Set(table.map((row) => row.length)).size).toBe(1);
	});

	it('names run, model, quantization, suite, sample, arm and epoch, and the miniature', () => {
		const row = record(table, 1);
		expect(row).toMatchObject({
			run: '2026-06-20T09:00:00.000Z',
			model: 'gemmark-mini-q8_0.gguf',
			quantization: 'Q8_0',
			suite: 'prefix',
			sample: 'prefix-01',
			arm: 'free',
			epoch: '0',
			score_meaningful: '1',
			calls: 'search_catalog',
		});
		expect(row.notice).toContain('not Gemma');
	});

	it('leaves unknown cells empty', () => {
		expect(record(table, 3)).toMatchObject({ score_meaningful: '0', score_meaningful_reason: 'empty', prefix: '' });
		expect(record(table, 11)).toMatchObject({ calls: '', time_to_call_ms: '' });
	});

	it('defuses every cell that a spreadsheet would take for a formula', () => {
		const cells = rows(renderCsv(hostileLog())).flat();
		expect(cells).toContain("'=cmd|' /C calc'!A0");
		expect(cells).toContain("'+1+1@SUM(A1)");
		expect(cells).toContain("'-2+3");
		for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+@\t\r]|^\s*-(?!\d+(?:\.\d+)?$)/u);
	});

	it('stays a table whatever the cells hold', () => {
		const hostile = rows(renderCsv(hostileLog()));
		expect(hostile).toHaveLength(1 + hostileLog().samples.length);
		expect(new Set(hostile.map((row) => row.length)).size).toBe(1);
	});

	it('is the same bytes for the same log', () => {
		expect(renderCsv(fixtureLog())).toBe(csv);
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

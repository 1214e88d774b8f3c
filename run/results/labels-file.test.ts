import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/base/errors.ts';
import { labelsBeside, labelsCsv, readLabelsFile } from './labels-file.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-labels-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const label = { promptId: 'p01', sampleHash: '0123456789abcdef', meaningful: true, who: '지민', note: '좋다, "딱"' };

const saying = (code: string, params: object): unknown =>
	expect.objectContaining({ said: { code, params: expect.objectContaining(params) } });

describe('labels file', () => {
	it('comes back as it was written, Hangul and commas included', () => {
		const file = join(folder, 'labels.csv');
		const text = labelsCsv([{ label, input: '=1+1', prefix: '네,\n찾아볼게요' }]);
		expect(text.startsWith('\uFEFF')).toBe(true);
		expect(text).toContain("'=1+1");
		writeFileSync(file, text);
		expect(readLabelsFile(file)).toEqual([label]);
	});

	it('runs no formula of a note in a spreadsheet', () => {
		const text = labelsCsv([{ label: { ...label, note: '=HYPERLINK("http://x")' }, input: '', prefix: '' }]);
		expect(text).toContain(`"'=HYPERLINK`);
	});

	it.each(['=1+1', ' =1+1', '\n=1+1', '＝1+1', '+1', '-1', '@x'])(
		'runs %j in no column, and reads back who it was',
		(text) => {
			const file = join(folder, 'labels.csv');
			const hostile = { ...label, promptId: text, who: text, note: text };
			writeFileSync(file, labelsCsv([{ label: hostile, input: text, prefix: text }]));
			const [, row = []] = parse(readFileSync(file), { bom: true }) as string[][];
			expect([0, 3, 4, 5, 6].map((at) => row[at])).toEqual(Array(5).fill(`'${text}`));
			const [back] = readLabelsFile(file);
			expect([back?.promptId, back?.who].map((name) => name?.trim())).toEqual(Array(2).fill(text.trim()));
		},
	);

	it('has rows that still wait for somebody left out', () => {
		const file = join(folder, 'labels.csv');
		const waiting = { prompt_id: 'p02', sample_hash: 'fedcba9876543210', label: '' as const, who: '지민', note: '' };
		writeFileSync(
			file,
			labelsCsv([
				{ label: waiting, input: '', prefix: '' },
				{ label, input: '', prefix: '' },
			]),
		);
		expect(readLabelsFile(file)).toEqual([label]);
	});

	it.each([
		['of something else', 'a,b\n', ['prompt_id', 'sample_hash', 'label', 'who']],
		['that lacks a column', 'prompt_id,label,who\np01,Y,me\n', ['sample_hash']],
		['that is empty', '', ['prompt_id', 'sample_hash', 'label', 'who']],
	])('refuses a CSV %s, and names the columns that are wanted', (_, text, columns) => {
		const file = join(folder, 'foreign.csv');
		writeFileSync(file, text);
		expect(() => readLabelsFile(file)).toThrow(saying('corpus.labels-columns', { columns }));
	});

	it.each([
		[
			'two columns label',
			'prompt_id,sample_hash,label,who,label',
			'p01,0123456789abcdef,Y,me,N',
			'corpus.labels-column-twice',
		],
		[
			'two words of one person',
			'prompt_id,sample_hash,label,who',
			'p01,0123456789abcdef,Y,me\np01,0123456789abcdef,N,me',
			'corpus.labels-contradict',
		],
	])('refuses %s', (_, header, rows, code) => {
		const file = join(folder, 'labels.csv');
		writeFileSync(file, `${header}\n${rows}\n`);
		expect(() => readLabelsFile(file)).toThrow(saying(code, { path: file }));
	});

	const whole = labelsCsv([{ label, input: '밥', prefix: '네; 좋아요' }]);
	const semicolons = '\uFEFFprompt_id;sample_hash;label;who;note\r\np01;0123456789abcdef;y;지민;"좋다, ""딱"""\r\n';

	it.each([
		['of Excel in Korean, with semicolons', semicolons],
		['of Excel with its own line for the separator', semicolons.replace('\uFEFF', '\uFEFFsep=;\r\n')],
		['with a line for the comma', `sep=,\n${whole.slice(1)}`],
		['of Unicode text with tabs', Buffer.from(semicolons.replaceAll(';', '\t'), 'utf16le')],
		['of macOS, in decomposed Hangul', whole.normalize('NFD')],
	])('is read as spreadsheets save it: %s', (_, content) => {
		const file = join(folder, 'labels.csv');
		writeFileSync(file, content);
		expect(readLabelsFile(file)).toEqual([label]);
	});

	const header = 'prompt_id,sample_hash,label,who\n';
	it.each([
		['of two separators', `${header}p01;0123456789abcdef;Y;me\n`, 'corpus.csv-cells', { cells: 1, width: 4 }],
		['that does not say who judged', `${header}p01,0123456789abcdef,Y,\n`, 'corpus.labels-who', { row: 1 }],
		['of another word', `${header}p01,0123456789abcdef,maybe,me\n`, 'corpus.labels-row', { row: 1, field: 'label' }],
	])('is refused where it is one %s', (_, content, code, params) => {
		const file = join(folder, 'labels.csv');
		writeFileSync(file, content);
		expect(() => readLabelsFile(file)).toThrow(saying(code, params));
		expect(() => readLabelsFile(file)).toThrow(ConfigError);
	});

	it('of a Korean Excel is read as CP949', () => {
		const file = join(folder, 'labels.csv');
		writeFileSync(file, Buffer.from(`${header}p01,0123456789abcdef,Y,\xc1\xf6\xb9\xce\n`, 'latin1'));
		expect(readLabelsFile(file).map(({ who }) => who)).toEqual(['지민']);
	});

	it('is whose a row says, and where it does not, whose it is said to be', () => {
		const file = join(folder, 'labels.csv');
		writeFileSync(file, `${header}p01,0123456789abcdef,Y,\np02,0123456789abcdef,Y,지민\n`);
		expect(readLabelsFile(file, '수아').map(({ who }) => who)).toEqual(['수아', '지민']);
	});

	it('has no labels before a judgement', () => {
		const file = join(folder, 'labels.csv');
		writeFileSync(file, labelsCsv([]));
		expect(readLabelsFile(file)).toEqual([]);
	});

	it('that is not beside the log means no labels; one that was named must be there, and whole', () => {
		expect(labelsBeside(folder)).toEqual([]);
		expect(() => readLabelsFile(join(folder, 'absent.csv'))).toThrow(/absent\.csv: no such file/u);
		const file = join(folder, 'labels.csv');
		writeFileSync(file, 'prompt_id,sample_hash,label,who\np01,xyz,Y,me\n');
		expect(() => readLabelsFile(file)).toThrow(ConfigError);
		expect(() => readLabelsFile(file)).toThrow(/row 1: sample_hash/u);
	});
});

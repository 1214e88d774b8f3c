import { describe, expect, it } from 'vitest';
import type { ToolResult } from '../../../src/index.ts';
import { loadOwnCorpus } from '../../../src/node.ts';
import { PROTOCOL_CATEGORIES, parseCatalog } from '../protocol.ts';
import { NOTHING_ADDED, openSession } from '../session-fixture.ts';

const catalog = loadOwnCorpus('catalog', parseCatalog).contents;

function idsOf(result: ToolResult): readonly string[] {
	if (result.type !== 'ok') throw new Error(JSON.stringify(result));
	return (result.data as unknown as readonly { readonly id: string }[]).map(({ id }) => id);
}

async function search(args: object): Promise<readonly string[]> {
	const { session, call } = openSession();
	const ids = idsOf(await call('search_catalog', args));
	expect(session.snapshot()).toEqual(NOTHING_ADDED);
	session.close();
	return ids;
}

describe('search_catalog', () => {
	it.each(PROTOCOL_CATEGORIES)('finds the protocols of the category %s', async (category) => {
		const expected = catalog.filter((protocol) => protocol.category === category).map(({ id }) => id);
		expect(await search({ category })).toEqual(expected);
	});

	it('rows are id, title and a summary of at most 60 characters', async () => {
		const long = [{ id: 'x-1', title: '긴 요약', category: 'sleep' as const, summary: '가'.repeat(90), body: '본문' }];
		const { call } = openSession({ catalog: long, fixture: { today: '2026-06-15', habits: [], entries: [] } });
		expect(await call('search_catalog', {})).toEqual({
			type: 'ok',
			data: [{ id: 'x-1', title: '긴 요약', summary: '가'.repeat(60) }],
		});
	});

	it('gives 10 rows unless limit says fewer', async () => {
		expect(await search({})).toHaveLength(10);
		expect(await search({ limit: 3 })).toEqual(catalog.slice(0, 3).map(({ id }) => id));
	});

	it('finds a keyword in title, summary and body, whatever its Unicode form', async () => {
		expect(await search({ keyword: '카페인' })).toContain('sleep-2');
		expect(await search({ keyword: '햇빛'.normalize('NFD') })).toContain('light-1');
		expect(await search({ keyword: '디카페인' })).toEqual(['sleep-2']);
		expect(await search({ keyword: `햇빛${' 햇빛'.repeat(7)}`.normalize('NFD') })).toContain('light-1');
	});

	it('wants every word of the keyword, and category and keyword together', async () => {
		expect(await search({ keyword: ' 찬물  샤워 ' })).toEqual(['rest-2']);
		expect(await search({ category: 'breakHabit', keyword: '휴대폰' })).toEqual(['quit-3']);
		expect(await search({ category: 'nutrition', keyword: '휴대폰' })).toEqual([]);
	});

	it('takes an empty keyword for none', async () => {
		expect(await search({ category: 'sleep', keyword: '' })).toHaveLength(4);
	});

	it.each(["' OR '1'='1", '%', '_', '"; DROP TABLE protocol; --', '\u0000', '%%%%', '\\'])(
		'finds nothing for the hostile keyword %j',
		async (keyword) => {
			expect(await search({ keyword })).toEqual([]);
		},
	);

	it.each([
		['a limit of 0', { limit: 0 }],
		['a limit of 11', { limit: 11 }],
		['a limit with a fraction', { limit: 2.5 }],
		['a limit in words', { limit: '셋' }],
		['an unknown category', { category: 'sports' }],
		['a keyword of 100,000 characters', { keyword: '가'.repeat(100_000) }],
		['a keyword that is no text', { keyword: ['수면'] }],
	])('refuses %s', async (_title, args) => {
		expect(await openSession().call('search_catalog', args)).toMatchObject({ type: 'error', code: 'validation' });
	});
});

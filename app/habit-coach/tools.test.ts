import { describe, expect, it } from 'vitest';
import { loadOwnCorpus } from '../../src/corpus/corpus-files.ts';
import type { ToolResult } from '../../src/tool/tool.ts';
import { PROTOCOL_CATEGORIES, parseCatalog } from './protocol.ts';
import { NOTHING_ADDED, openSession, type SessionFixture } from './session-fixture.ts';

const walk = { protocol_id: 'move-1', frame_level: 'L2', framed_text: '점심을 먹고 나면 10분을 걷는다' };
const soda = { protocol_id: 'quit-1', frame_level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다' };
const water = { protocol_id: 'food-1', frame_level: 'L3', framed_text: '나는 물로 하루를 여는 사람이다' };

async function refused(args: object, code: string, fixture: SessionFixture = openSession()): Promise<void> {
	const before = fixture.session.snapshot();
	expect(await fixture.call('add_habit', args)).toMatchObject({ type: 'error', code, kind: 'result_error' });
	expect(fixture.session.snapshot()).toEqual(before);
}

describe('add_habit', () => {
	it('adds one habit and nothing else', async () => {
		const { session, call } = openSession();
		expect(
			await call('add_habit', { ...water, anchor_after_what: '일어난 뒤', anchor_when: '', dose_text: ' 한 잔 ' }),
		).toEqual({
			type: 'ok',
			data: {
				id: 'h4',
				title: '물 한 잔으로 시작하기',
				type: 'build',
				frame_level: 'L3',
				framed_text: '나는 물로 하루를 여는 사람이다',
			},
		});
		expect(session.snapshot()).toEqual({
			added_habits: [
				{
					id: 'h4',
					protocol_id: 'food-1',
					type: 'build',
					status: 'active',
					frame_level: 'L3',
					framed_text: '나는 물로 하루를 여는 사람이다',
					anchor_after_what: '일어난 뒤',
					dose_text: '한 잔',
					started_on: '2026-06-15',
				},
			],
			added_entries: [],
		});
	});

	it('keeps text in NFC, and hostile text as text', async () => {
		const { session, call } = openSession();
		const dose_text = "'); DROP TABLE habit; --";
		await call('add_habit', { ...walk, framed_text: walk.framed_text.normalize('NFD'), dose_text });
		expect(session.snapshot()).toMatchObject({ added_habits: [{ framed_text: walk.framed_text, dose_text }] });
	});

	it('r3_quota: at most 3 active build habits; an archived one does not count', async () => {
		const fixture = openSession();
		expect(await fixture.call('add_habit', walk)).toMatchObject({ type: 'ok' });
		await refused(water, 'r3_quota', fixture);
		expect(await fixture.call('add_habit', soda)).toMatchObject({ type: 'ok' });
	});

	it('r3_quota: at most 1 active break habit', async () => {
		const fixture = openSession();
		expect(await fixture.call('add_habit', soda)).toMatchObject({ type: 'ok' });
		await refused({ ...soda, protocol_id: 'quit-2' }, 'r3_quota', fixture);
	});

	it.each(['술을 끊는다', '술을 마시지 않는다', '술을 안 마신다', '술 생각이 나면 참는다'])(
		'r3_frame: refuses %s',
		async (framed_text) => {
			await refused({ ...soda, framed_text }, 'r3_frame');
		},
	);

	it('a frame that only lacks its shape is a warning, not an error', async () => {
		expect(await openSession().call('add_habit', { ...walk, framed_text: '점심 산책' })).toMatchObject({ type: 'ok' });
	});

	it('not_found: refuses a protocol that is not in the catalog', async () => {
		await refused({ ...walk, protocol_id: 'move-9' }, 'not_found');
		await refused({ ...walk, protocol_id: '점심 먹고 걷기' }, 'not_found');
	});

	it.each([
		['L0', { ...walk, frame_level: 'L0' }],
		['L1', { ...walk, frame_level: 'L1' }],
		['an empty text', { ...walk, framed_text: '  ' }],
		['a text of 201 characters', { ...walk, framed_text: `${'나'.repeat(201)}` }],
		['a number for an id', { ...walk, protocol_id: 123 }],
		['no arguments', {}],
	])('refuses %s', async (_title, args) => {
		await refused(args, 'validation');
	});

	it('takes a text of exactly 200 characters', async () => {
		const days = Array.from({ length: 60 }, (_, day) => `${day + 1}일째 걷기`).join(', ');
		const framed = `${walk.framed_text} ${days}`.slice(0, 200);
		expect(framed).toHaveLength(200);
		expect(await openSession().call('add_habit', { ...walk, framed_text: framed })).toMatchObject({ type: 'ok' });
	});

	it('counts a text in NFC, and leaves out the character at which SQLite ends one', async () => {
		const { session, call } = openSession();
		const framed_text = `${walk.framed_text}: 햇빛을 받으며 회사 둘레를 돌고 깊은 숨을 열 번 쉰 다음 물 한 컵을 들고 자리로 돌아와 오늘 할 일 세 가지를 공책에 적고 창문을 활짝 연다`;
		expect(framed_text.normalize('NFD').length).toBeGreaterThan(200);
		expect(
			await call('add_habit', {
				...walk,
				framed_text: `\u0000${framed_text.normalize('NFD')}`,
				dose_text: '10\u0000분',
			}),
		).toMatchObject({ type: 'ok', data: { framed_text } });
		expect(session.snapshot()).toMatchObject({ added_habits: [{ framed_text, dose_text: '10분' }] });
		await refused({ ...walk, framed_text: '\u0000' }, 'validation');
	});

	it('is destructive: nothing happens where the user says no', async () => {
		const { session, call } = openSession({}, () => false);
		expect(await call('add_habit', walk)).toEqual({ type: 'cancelled' });
		expect(session.snapshot()).toEqual(NOTHING_ADDED);
	});
});

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

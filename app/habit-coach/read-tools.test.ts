import { describe, expect, it } from 'vitest';
import { loadOwnCorpus } from '../../src/corpus/corpus-files.ts';
import { parseCatalog } from './protocol.ts';
import { NOTHING_ADDED, openSession } from './session-fixture.ts';

const catalog = loadOwnCorpus('catalog', parseCatalog).contents;

describe('query_protocol', () => {
	it('gives the full record', async () => {
		const { session, call } = openSession();
		const record = catalog.find(({ id }) => id === 'sleep-3');
		expect(await call('query_protocol', { protocol_id: 'sleep-3' })).toEqual({ type: 'ok', data: record });
		expect(session.snapshot()).toEqual(NOTHING_ADDED);
	});

	it.each(['sleep-99', '', 'SLEEP-3', "sleep-3' OR 1=1 --", '__proto__'])('does not know %j', async (protocol_id) => {
		expect(await openSession().call('query_protocol', { protocol_id })).toMatchObject({ code: 'not_found' });
	});

	it('wants an id', async () => {
		expect(await openSession().call('query_protocol', {})).toMatchObject({ code: 'validation' });
	});
});

describe('list_active_habits', () => {
	it('lists active habits of both types, oldest first, without archived ones', async () => {
		const { session, call } = openSession();
		await call('add_habit', {
			protocol_id: 'quit-1',
			frame_level: 'L2',
			framed_text: '술 생각이 나면 탄산수를 마신다',
		});
		expect(await call('list_active_habits', {})).toEqual({
			type: 'ok',
			data: [
				{ id: 'h1', title: '아침 햇빛 보기', type: 'build', framed_text: '눈을 뜨면 창문을 열고 햇빛을 본다' },
				{ id: 'h2', title: '감정 일기', type: 'build', framed_text: '나는 하루를 글로 돌아보는 사람이다' },
				{ id: 'h4', title: '술 대신 탄산수', type: 'break', framed_text: '술 생각이 나면 탄산수를 마신다' },
			],
		});
		expect(await call('list_active_habits', { type: 'break' })).toMatchObject({ data: [{ id: 'h4' }] });
		expect(await call('list_active_habits', { type: 'build' })).toMatchObject({ data: [{ id: 'h1' }, { id: 'h2' }] });
		session.close();
	});

	it('lists nothing where there is nothing, and changes nothing', async () => {
		const { session, call } = openSession();
		expect(await call('list_active_habits', { type: 'break' })).toEqual({ type: 'ok', data: [] });
		expect(session.snapshot()).toEqual(NOTHING_ADDED);
	});

	it('refuses another type', async () => {
		expect(await openSession().call('list_active_habits', { type: 'all' })).toMatchObject({ code: 'validation' });
	});
});

describe('get_streak', () => {
	it.each([
		['h1', '아침 햇빛 보기', 12],
		['h2', '감정 일기', 4],
		['h3', '점심 먹고 걷기', 0],
	])('counts the days of %s', async (id, title, days) => {
		const { session, call } = openSession();
		expect(await call('get_streak', { habit_id: id })).toEqual({ type: 'ok', data: { id, title, days } });
		expect(session.snapshot()).toEqual(NOTHING_ADDED);
	});

	it('counts from today, or from yesterday if today is blank', async () => {
		const { call } = openSession();
		await call('log_tracker_entry', { habit_id: 'h1', value: 'done' });
		expect(await call('get_streak', { habit_id: 'h1' })).toMatchObject({ data: { days: 13 } });
		await call('log_tracker_entry', { habit_id: 'h2', value: 'blank' });
		expect(await call('get_streak', { habit_id: 'h2' })).toMatchObject({ data: { days: 4 } });
	});

	it.each(['h9', 'light-1', "h1'--", ''])('does not know %j', async (habit_id) => {
		expect(await openSession().call('get_streak', { habit_id })).toMatchObject({ code: 'not_found' });
	});

	it('does not repeat a long unknown id to the model', async () => {
		const result = await openSession().call('get_streak', { habit_id: '9'.repeat(100) });
		expect(result).toMatchObject({ code: 'not_found', reason: `그런 습관이 없습니다: ${'9'.repeat(40)}…` });
	});
});

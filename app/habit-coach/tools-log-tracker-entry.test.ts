import { describe, expect, it } from 'vitest';
import { NOTHING_ADDED, openSession, type SessionFixture } from './session-fixture.ts';

async function refused(args: object, code: string, fixture: SessionFixture = openSession()): Promise<void> {
	const before = fixture.session.snapshot();
	expect(await fixture.call('log_tracker_entry', args)).toMatchObject({ type: 'error', code });
	expect(fixture.session.snapshot()).toEqual(before);
}

describe('log_tracker_entry', () => {
	it.each(['done', 'blank'])('records %s for today where no date is given', async (value) => {
		const { session, call } = openSession();
		expect(await call('log_tracker_entry', { habit_id: 'h1', value })).toEqual({
			type: 'ok',
			data: { habit_id: 'h1', title: '아침 햇빛 보기', date: '2026-06-15', value },
		});
		expect(session.snapshot()).toEqual({
			added_habits: [],
			added_entries: [{ habit_id: 'h1', date: '2026-06-15', value }],
		});
	});

	it('records an earlier day that is still open', async () => {
		const { session, call } = openSession();
		await call('log_tracker_entry', { habit_id: 'h2', value: 'done', date: '2026-06-08' });
		expect(session.snapshot()).toMatchObject({
			added_entries: [{ habit_id: 'h2', date: '2026-06-08', value: 'done' }],
		});
	});

	it('r7_entry: one entry per habit and day', async () => {
		const fixture = openSession();
		await fixture.call('log_tracker_entry', { habit_id: 'h1', value: 'done' });
		await refused({ habit_id: 'h1', value: 'done' }, 'r7_entry', fixture);
		await refused({ habit_id: 'h1', value: 'blank', date: '2026-06-15' }, 'r7_entry', fixture);
		await refused({ habit_id: 'h1', value: 'done', date: '2026-06-14' }, 'r7_entry', fixture);
		expect(await fixture.call('log_tracker_entry', { habit_id: 'h2', value: 'done' })).toMatchObject({ type: 'ok' });
	});

	it('r7_entry: no day to come, no archived habit', async () => {
		await refused({ habit_id: 'h1', value: 'done', date: '2026-06-16' }, 'r7_entry');
		await refused({ habit_id: 'h3', value: 'done' }, 'r7_entry');
	});

	it('not_found: no unknown habit', async () => {
		await refused({ habit_id: 'h9', value: 'done' }, 'not_found');
		await refused({ habit_id: '아침 햇빛 보기', value: 'done' }, 'not_found');
	});

	it.each([
		'2026-02-30',
		'2025-02-29',
		'2026-13-01',
		'2026-6-5',
		'어제',
		'오늘',
		'',
		'2026-06-15T00:00:00Z',
		"2026-06-15'; --",
	])('refuses the date %j', async (date) => {
		await refused({ habit_id: 'h1', value: 'done', date }, 'validation');
	});

	it.each(['skip', 'DONE', '', true])('refuses the value %j', async (value) => {
		await refused({ habit_id: 'h1', value }, 'validation');
	});

	it('is destructive: nothing happens where the user says no', async () => {
		const { session, call } = openSession({}, () => false);
		expect(await call('log_tracker_entry', { habit_id: 'h1', value: 'done' })).toEqual({ type: 'cancelled' });
		expect(session.snapshot()).toEqual(NOTHING_ADDED);
	});
});

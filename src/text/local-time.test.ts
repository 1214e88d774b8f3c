import { expect, it } from 'vitest';
import { folderTime, localDate, localTime } from './local-time.ts';

it.each([
	['Asia/Seoul', '2026-11-26 08:22 KST', '2026-11-26', '2026-11-26T08-22-59'],
	['America/New_York', '2026-11-25 18:22 EST', '2026-11-25', '2026-11-25T18-22-59'],
	['Europe/Berlin', '2026-11-26 00:22 GMT+1', '2026-11-26', '2026-11-26T00-22-59'],
	['No/Where', '2026-11-25 23:22 UTC', '2026-11-25', '2026-11-25T23-22-59'],
])('a run has the time of its own zone: %s', (timeZone, time, date, folder) => {
	const startedAt = '2026-11-25T23:22:59.042Z';
	expect(localTime({ startedAt, timeZone })).toBe(time);
	expect(localDate({ startedAt, timeZone })).toBe(date);
	expect(folderTime(new Date(startedAt), timeZone)).toBe(folder);
});

it('a log without a zone is in UTC, and a text that is no time is unchanged', () => {
	expect(localTime({ startedAt: '2026-11-25T23:22:00Z' })).toBe('2026-11-25 23:22 UTC');
	expect([localTime({ startedAt: 'soon' }), localDate({ startedAt: 'soon' })]).toEqual(['soon', 'soon']);
});

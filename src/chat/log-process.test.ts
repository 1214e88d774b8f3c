import { describe, expect, it } from 'vitest';
import { processIn } from './log-process.ts';

describe('processIn', () => {
	it.each([
		['threadtime', '11-22 09:00:00.010 12345 12354 I flutter : '],
		['threadtime of a user and a year', '2026-11-22 09:00:00.010 +0900 u0_a123 12345 12354 I flutter : '],
		['brief', 'I/flutter (12345): '],
		['time', '11-22 09:00:00.010 I/flutter(12345): '],
		['process', 'I(12345) '],
		['thread', 'I(12345:12354) '],
		['Apple’s unified log', '2026-11-22 09:00:00.123456+0900 Runner[12345:40213] [flutter] '],
		['Apple’s syslog', 'Nov 22 09:00:00 iPhone Runner(Flutter)[12345] <Notice>: '],
	])('reads the process in a line of %s', (_, head) => {
		expect(processIn(head)).toBe('12345');
	});

	it.each(['', 'flutter: ', 'I/flutter: ', '[09:00] ', '09:00:01 [12] ', '\ufeff', '{"v":1,"n":'])(
		'tells none of %j',
		(head) => {
			expect(processIn(head)).toBeUndefined();
		},
	);
});

import { describe, expect, it } from 'vitest';
import { bearerOf } from './credentials.ts';
import { withoutSecrets } from './secrets.ts';

describe('a key of the environment', () => {
	it.each(['sk-around-1\n', 'sk-around-1\r\n', '  sk-around-1  ', '\tsk-around-1\u00a0'])(
		'of %j is sent and masked without the white space around it',
		(KEY) => {
			expect(bearerOf('KEY', { KEY })).toBe('Bearer sk-around-1');
			expect(withoutSecrets('401: sk-around-1 refused')).toBe('401: *********** refused');
		},
	);

	it.each(['sk-in\nside-2', 'sk-in\u0000side-2', '“sk-inside-2”'])(
		'that no header can carry, %j, is reported by name alone',
		(KEY) => {
			expect(() => bearerOf('KEY', { KEY })).toThrow(/^KEY: has a character/u);
		},
	);

	it.each([undefined, '', ' \n'])('is none where %j is all there is', (KEY) => {
		expect(bearerOf('KEY', { KEY })).toBeUndefined();
	});
});

import { expect, it } from 'vitest';
import { message } from '../src/base/message.ts';
import { gateLineText } from './gate-text.ts';

it.each([
	[0.977273, '✗ frame.correct is 0.9772727, wanted >= 0.977273'],
	[1, '✗ frame.correct is 0.9773, wanted >= 1'],
	[0.98, '✗ frame.correct is 0.9773, wanted >= 0.98'],
])('shows how a value misses %d', (bound, text) => {
	const expected = message('gate.at-least', { bound });
	expect(gateLineText({ metric: 'frame.correct', status: 'fail', value: 43 / 44, expected })).toBe(text);
});

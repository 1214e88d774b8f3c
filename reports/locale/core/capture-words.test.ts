import { expect, it } from 'vitest';
import { capturedContradiction } from '../../../src/eval/capture/contradiction.ts';
import { coreText } from './core-text.ts';

const call = { t: 'call', turn: 0, prefix: '네', name: 'find', args: {}, atMs: 2 } as const;
const whole = { spoken: [call], startAtMs: 0, endAtMs: 3 };

it.each([
	[{ ...whole, behindEnd: 'its end is told twice' }],
	[{ ...whole, otherAnswer: 'asked 2 times, and meaningful differs' }],
	[{ ...whole, spoken: [{ ...call, turn: 1 }] }],
	[{ ...whole, earlier: ['tool-call', 'tool-call', 'tool-call'] as const }],
	[{ ...whole, startAtMs: 9 }],
	[{ ...whole, endAtMs: 4_000_000 }],
	[{ ...whole, spoken: [call, { ...call, prefix: '아니요' }] }],
	[{ ...whole, spoken: [{ t: 'chunk', turn: 0, text: '글쎄요', atMs: 1 } as const, call] }],
])('what a captured turn contradicts itself in is Korean in a Korean report: %j', (turn) => {
	const problem = capturedContradiction(turn);
	if (problem === undefined) throw new Error('nothing contradicts itself');
	expect(coreText(problem, 'ko').replace('meaningful', '')).not.toMatch(/[a-z]{3}/iu);
});

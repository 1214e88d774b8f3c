import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../base/json.ts';
import { englishOf } from '../../base/message.ts';
import { saying } from '../../testing/saying.ts';
import { stateMismatch } from './values.ts';

const mismatch = (...args: Parameters<typeof stateMismatch>): string | undefined => englishOf(stateMismatch(...args));

const before = { habits: [{ id: 1, text: '물 한 잔을 마신다' }], entries: [] };
const after = { habits: [...before.habits, { id: 2, text: '아침 10시에 걷는다' }], entries: [] };

describe('stateMismatch', () => {
	it('takes an unchanged state as equal, whatever the order of keys', () => {
		expect(mismatch('unchanged', { a: 1, b: 2 }, { b: 2, a: 1 })).toBeUndefined();
		expect(mismatch('unchanged', before, after)).toEqual(saying('score.state-changed'));
	});

	it('looks at the expected keys only, and at text Korean-aware', () => {
		const habits: JsonValue = [{ id: '*' }, { text: '아침 열 시에 걷는다' }];
		expect(mismatch({ habits }, before, after)).toBeUndefined();
		expect(mismatch({}, before, after)).toBeUndefined();
	});

	it('names the place that differs', () => {
		expect(mismatch({ habits: [{ id: 1 }, { id: 3 }] }, before, after)).toBe('habits[1].id: expected 3, got 2');
		expect(mismatch({ habits: [{ id: 1 }] }, before, after)).toMatch(/^habits: expected/);
		expect(mismatch({ quota: '*' }, before, after)).toBe('quota: expected "*", got nothing');
		expect(mismatch({ constructor: '*' }, before, after)).toBe('constructor: expected "*", got nothing');
	});
});

it('distinguishes two long values where they differ', () => {
	const days = Array.from({ length: 30 }, (_, day) => `${day + 1}일`);
	const difference = mismatch({ days }, {}, { days: [...days, '31일'] });
	const [, expected, got] = /^days: expected (.+), got (.+)$/u.exec(difference ?? '') ?? [];
	expect(expected).toContain('"30일"]');
	expect(got).toContain('"30일","31일"]');
	expect(mismatch({ note: '가'.repeat(500) }, {}, { note: `${'나'.repeat(500)}` })).toContain('got "나나');
	const decomposed = `${'가'.repeat(500)}다`.normalize('NFD');
	const composed = mismatch({ note: `${'가'.repeat(500)}나` }, {}, { note: decomposed });
	expect(composed).toMatch(/expected …가+나", got …가+다"$/u);
});

import { describe, expect, it } from 'vitest';
import type { FramePattern } from './candidates.ts';
import { validateFrameLevel } from './validate.ts';

const pattern: FramePattern = {
	id: 'build-01',
	title: '아침 물 한 잔',
	keywords: ['물'],
	levelL0Example: '목마름을 참는다',
	levelL2Example: '아침 식탁에서 물 한 잔을 마신다',
	levelL3Example: '나는 물로 하루를 연다',
};

describe('validateFrameLevel', () => {
	it('is content with a conditional L2 and an identity L3', () => {
		expect(validateFrameLevel({ level: 'L2', framedText: '술 생각이 나면 탄산수를 마신다' })).toEqual({ status: 'ok' });
		expect(validateFrameLevel({ level: 'L3', framedText: '나는 맑은 정신으로 잠드는 사람이다' })).toEqual({
			status: 'ok',
		});
	});

	it.each(['L0', 'L1'] as const)('refuses level %s whatever the text', (level) => {
		expect(validateFrameLevel({ level, framedText: '술 생각이 나면 탄산수를 마신다' })).toEqual({
			status: 'error',
			reasons: [{ reason: 'wrong-level', level }],
		});
	});

	it('refuses hard avoidance and marks the words', () => {
		expect(validateFrameLevel({ level: 'L2', framedText: ' 밤이 되면 야식을 안 먹는다 ' })).toEqual({
			status: 'error',
			reasons: [{ reason: 'hard-avoid', spans: [{ start: 10, end: 15, kind: 'short-negation' }] }],
		});
	});

	it('gives both reasons where level and words are wrong', () => {
		const verdict = validateFrameLevel({ level: 'L1', framedText: '술을 마시지 않는다' });
		expect(verdict.status === 'error' && verdict.reasons.map(({ reason }) => reason)).toEqual([
			'wrong-level',
			'hard-avoid',
		]);
	});

	it('warns of an L2 without a condition and an L3 without an identity', () => {
		expect(validateFrameLevel({ level: 'L2', framedText: '물을 마신다' })).toEqual({
			status: 'warn',
			reasons: [{ reason: 'no-condition' }],
		});
		expect(validateFrameLevel({ level: 'L3', framedText: '물을 마신다' })).toEqual({
			status: 'warn',
			reasons: [{ reason: 'no-identity' }],
		});
	});

	it.each([
		['L3', '첼 첼첼 첼첼첼'],
		['L2', '물물물물물물물물'],
		['L3', '나는 첼첼첼첼첼첼첼첼 사람이다'],
	] as const)('refuses an %s that only repeats itself: %s', (level, framedText) => {
		const verdict = { status: 'error', reasons: [{ reason: 'degenerate' }] };
		expect(validateFrameLevel({ level, framedText })).toEqual(verdict);
	});

	it('warns of a text with the shape of the other level', () => {
		expect(validateFrameLevel({ level: 'L3', framedText: '술 생각이 나면 탄산수를 마신다' }).status).toBe('warn');
		expect(validateFrameLevel({ level: 'L2', framedText: '나는 책을 읽는 사람이다' }).status).toBe('warn');
	});

	it('takes the shape of a known example on trust, for its own level only', () => {
		expect(validateFrameLevel({ level: 'L2', framedText: '아침 식탁에서 물 한잔을 마신다.' }, [pattern])).toEqual({
			status: 'ok',
		});
		expect(validateFrameLevel({ level: 'L3', framedText: '나는 물로 하루를 연다' }, [pattern])).toEqual({
			status: 'ok',
		});
		expect(validateFrameLevel({ level: 'L2', framedText: '나는 물로 하루를 연다' }, [pattern]).status).toBe('warn');
	});

	it('does not let a known example excuse avoidance', () => {
		const bad = { ...pattern, levelL2Example: '목이 말라도 참는다' };
		expect(validateFrameLevel({ level: 'L2', framedText: '목이 말라도 참는다' }, [bad]).status).toBe('error');
	});

	it('reads decomposed Hangul and sees through invisible characters', () => {
		expect(validateFrameLevel({ level: 'L2', framedText: '밤이 되면 안 먹는다'.normalize('NFD') }).status).toBe(
			'error',
		);
		expect(
			validateFrameLevel({ level: 'L2', framedText: '밤이 되면 안 먹는다'.replace('안', '안\u200B') }).status,
		).toBe('error');
	});

	it('judges a huge hostile text in one pass', () => {
		const text = '지 '.repeat(50_000) + '안'.repeat(50_000) + '면'.repeat(50_000);
		expect(['ok', 'warn', 'error']).toContain(validateFrameLevel({ level: 'L2', framedText: text }).status);
	});
});

import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { FormatError, parseFrameCandidates, readFrameCandidates, type SkippedItem } from './candidates.ts';

const drink: JsonObject = {
	level: 'L2',
	framed_text: '술 생각이 나면 탄산수를 마신다',
	confidence: 0.9,
	source_pattern_id: 'break-03',
};
const sleeper: JsonObject = { level: 'L3', framed_text: '나는 맑은 정신으로 잠드는 사람이다', confidence: 0.7 };
const walk: JsonObject = { level: 'L2', framed_text: '퇴근 후에 십 분 걷는다', confidence: 1 };
const answer = (...candidates: readonly JsonValue[]): JsonObject => ({ candidates });

describe('parseFrameCandidates, cases', () => {
	it('정상: three valid items give three candidates', () => {
		expect(parseFrameCandidates(answer(drink, sleeper, walk))).toEqual([
			{ level: 'L2', framedText: '술 생각이 나면 탄산수를 마신다', confidence: 0.9, sourcePatternId: 'break-03' },
			{ level: 'L3', framedText: '나는 맑은 정신으로 잠드는 사람이다', confidence: 0.7 },
			{ level: 'L2', framedText: '퇴근 후에 십 분 걷는다', confidence: 1 },
		]);
	});

	it('candidates 누락: {"foo": "bar"} throws FormatError', () => {
		expect(() => parseFrameCandidates({ foo: 'bar' })).toThrow(new FormatError('candidates missing'));
	});

	it('candidates not list: {"candidates": "string"} throws FormatError', () => {
		expect(() => parseFrameCandidates({ candidates: 'string' })).toThrow(new FormatError('candidates not array'));
	});

	it("L0 + L2 + L3 mix: all are parsed, L0 is the caller's to refuse", () => {
		const levels = parseFrameCandidates(answer({ level: 'L0', framed_text: '술을 끊는다' }, drink, sleeper)).map(
			({ level }) => level,
		);
		expect(levels).toEqual(['L0', 'L2', 'L3']);
	});

	it('알 수 없는 level: "L99" is skipped, two of three stay', () => {
		const skipped: SkippedItem[] = [];
		const parsed = parseFrameCandidates(answer(drink, { ...walk, level: 'L99' }, sleeper), {
			onSkip: (item) => skipped.push(item),
		});
		expect(parsed).toHaveLength(2);
		expect(skipped).toEqual([
			{ type: 'skipped', reason: 'unknown-level', claimedLevel: 'L99', raw: { ...walk, level: 'L99' } },
		]);
	});

	it('framed_text 길이 120 초과: is skipped, 120 is not', () => {
		const skipped: SkippedItem[] = [];
		const long = { level: 'L2', framed_text: '가'.repeat(121) };
		const parsed = parseFrameCandidates(answer(long, { ...long, framed_text: ` ${'가'.repeat(120)} ` }), {
			onSkip: (item) => skipped.push(item),
		});
		expect(parsed.map(({ framedText }) => framedText.length)).toEqual([120]);
		expect(skipped.map(({ reason }) => reason)).toEqual(['length']);
	});

	it('confidence 누락: is 0.5', () => {
		expect(parseFrameCandidates(answer({ level: 'L2', framed_text: '걷는다' }))[0]?.confidence).toBe(0.5);
	});

	it('confidence -0.1: is clamped to 0', () => {
		expect(
			parseFrameCandidates(answer({ ...walk, confidence: -0.1 }, { ...walk, confidence: 7 })).map(
				(one) => one.confidence,
			),
		).toEqual([0, 1]);
	});

	it('빈 candidates list: gives an empty list', () => {
		expect(parseFrameCandidates({ candidates: [] })).toEqual([]);
	});

	it('이모지 포함: is parsed, and counts in UTF-16 units', () => {
		const [one] = parseFrameCandidates(answer({ level: 'L3', framed_text: '나는 달리는 사람이다 🏃‍♀️' }));
		expect(one?.framedText).toBe('나는 달리는 사람이다 🏃‍♀️');
		expect(parseFrameCandidates(answer({ level: 'L3', framed_text: '🏃'.repeat(61) }))).toEqual([]);
	});
});

describe('parseFrameCandidates, errors', () => {
	it('candidates null: throws FormatError', () => {
		expect(() => parseFrameCandidates({ candidates: null })).toThrow(new FormatError('candidates missing'));
	});

	it('item 에 level 누락: throws FormatError', () => {
		expect(() => parseFrameCandidates(answer(drink, { framed_text: '걷는다' }))).toThrow(FormatError);
		expect(() => parseFrameCandidates(answer({ level: 2, framed_text: '걷는다' }))).toThrow(FormatError);
	});

	it('framed_text 누락: throws FormatError', () => {
		expect(() => parseFrameCandidates(answer({ level: 'L2' }))).toThrow(FormatError);
	});

	it('framed_text 길이 위반: white space alone is skipped', () => {
		expect(readFrameCandidates(answer({ level: 'L2', framed_text: ' \n ' }))).toMatchObject([
			{ type: 'skipped', reason: 'length', framedText: '' },
		]);
	});

	it('confidence not number: is 0.5', () => {
		expect(
			parseFrameCandidates(answer({ ...walk, confidence: '높음' }, { ...walk, confidence: null })).map(
				(one) => one.confidence,
			),
		).toEqual([0.5, 0.5]);
	});
});

describe('parseFrameCandidates, edges', () => {
	it('4개 이상 후보: all are parsed', () => {
		expect(parseFrameCandidates(answer(drink, sleeper, walk, drink, sleeper))).toHaveLength(5);
	});

	it('동일한 framed_text: duplicates stay', () => {
		expect(parseFrameCandidates(answer(walk, walk))).toHaveLength(2);
	});
});

describe('parseFrameCandidates', () => {
	it('throws FormatError for items that are no objects', () => {
		for (const item of ['L2', 3, null, [drink]]) expect(() => parseFrameCandidates(answer(item))).toThrow(FormatError);
	});

	it('reads own keys only, so a hostile answer cannot lend them', () => {
		const json = JSON.parse('{"__proto__":{"candidates":[]}}') as JsonObject;
		expect(() => parseFrameCandidates(json)).toThrow('candidates missing');
	});

	it('leaves out a source pattern that is no text, and composes Hangul', () => {
		const [one] = parseFrameCandidates(
			answer({ level: 'L2', framed_text: '걷는다'.normalize('NFD'), source_pattern_id: 4 }),
		);
		expect(one).toEqual({ level: 'L2', framedText: '걷는다', confidence: 0.5 });
	});
});

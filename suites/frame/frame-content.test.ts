import { describe, expect, it } from 'vitest';
import { loadOwnCorpus } from '../../src/corpus/corpus-files.ts';
import { rowsOf } from '../../src/corpus/corpus-text.ts';
import { selectPatterns } from '../../src/frame/prompt.ts';
import { validateFrameLevel } from '../../src/frame/validate.ts';
import { compactText } from '../../src/text/text.ts';
import { frameSample, parseFramePatterns } from './sample.ts';

const patterns = loadOwnCorpus('frame-patterns', parseFramePatterns).contents;
const frames = loadOwnCorpus('frames', rowsOf(frameSample)).contents;

describe('the frame patterns', () => {
	it('are 30: 15 to build, 15 to break', () => {
		expect(patterns.filter(({ habitType }) => habitType === 'build')).toHaveLength(15);
		expect(patterns.filter(({ habitType }) => habitType === 'break')).toHaveLength(15);
		expect(patterns).toHaveLength(30);
	});

	it.each(patterns)('$id has examples of the levels they claim', (pattern) => {
		expect(validateFrameLevel({ level: 'L2', framedText: pattern.levelL2Example })).toEqual({ status: 'ok' });
		expect(validateFrameLevel({ level: 'L3', framedText: pattern.levelL3Example })).toEqual({ status: 'ok' });
		expect(pattern.levelL3Example).toMatch(/^나는 .+ 사람이다$/);
		const avoided = validateFrameLevel({ level: 'L2', framedText: pattern.levelL0Example });
		expect(avoided).toMatchObject({ status: 'error', reasons: [{ reason: 'hard-avoid' }] });
	});

	it('have 3 to 6 keywords each, none twice', () => {
		for (const { keywords } of patterns) {
			expect(keywords.length).toBeGreaterThanOrEqual(3);
			expect(keywords.length).toBeLessThanOrEqual(6);
			expect(new Set(keywords).size).toBe(keywords.length);
		}
	});

	it.each([
		['술 끊고 싶어', 'break', ['break-01', 'break-02']],
		['요즘 야식을 너무 자주 먹어요', 'break', ['break-04']],
		['아침에 햇빛을 보고 싶어', 'build', ['build-01']],
		['영어 공부를 꾸준히 하고 싶어', 'build', ['build-09']],
	] as const)('are found for %j', (rawText, habitType, ids) => {
		const selected = selectPatterns({ rawText, habitType }, patterns).map(({ id }) => id);
		expect(selected.slice(0, ids.length)).toEqual(ids);
	});
});

describe('the frame inputs', () => {
	it('are at least 40, of both types, with and without an anchor', () => {
		expect(frames.length).toBeGreaterThanOrEqual(40);
		for (const habitType of ['build', 'break']) {
			const ofType = frames.filter((frame) => frame.habitType === habitType);
			expect(ofType.length).toBeGreaterThanOrEqual(15);
			expect(ofType.some(({ anchorHint }) => anchorHint === undefined)).toBe(true);
			expect(ofType.some(({ anchorHint }) => anchorHint !== undefined)).toBe(true);
		}
	});

	it.each([
		['200 characters', (text: string) => text.length === 200],
		['one syllable', (text: string) => /^[가-힣]$/.test(text)],
		['emoji alone', (text: string) => /\p{Extended_Pictographic}/u.test(text) && !/\p{L}/u.test(text)],
		['English alone', (text: string) => /^[a-z ]+$/i.test(text)],
		['Korean and English', (text: string) => /[가-힣]/.test(text) && /[a-z]{3}/.test(text)],
		['no spaces', (text: string) => text.length > 15 && !text.includes(' ')],
		['words of avoidance', (text: string) => text.includes('끊')],
	])('hold one of %s', (_title, holds) => {
		expect(frames.some(({ input }) => holds(input))).toBe(true);
	});

	it('are all different, also without spaces and punctuation', () => {
		expect(new Set(frames.map(({ input }) => compactText(input) || input)).size).toBe(frames.length);
	});

	it('are no keyword list: an input is never an example of a pattern', () => {
		const examples = new Set(
			patterns.flatMap((pattern) => [pattern.levelL0Example, pattern.levelL2Example, pattern.levelL3Example]),
		);
		for (const { input } of frames) expect(examples.has(input)).toBe(false);
	});
});

import { describe, expect, it } from 'vitest';
import type { FramePattern } from '../../src/index.ts';
import { patternWarnings } from './pattern-warnings.ts';

const samples = [
	{ id: 'a', input: '걷고 싶어', habitType: 'build' },
	{ id: 'b', input: '술 끊고 싶어', habitType: 'break' },
] as const;
const pattern = (habitType?: FramePattern['habitType']): FramePattern => ({
	id: 'p',
	title: '술',
	...(habitType !== undefined && { habitType }),
	keywords: ['술'],
	levelL0Example: '술을 끊는다',
	levelL2Example: '술 생각이 나면 탄산수를 마신다',
	levelL3Example: '나는 맑은 정신으로 잠드는 사람이다',
});

describe('patternWarnings', () => {
	it.each<[string, readonly FramePattern[], readonly string[]]>([
		['warns of each habit type that has no pattern', [], ['break', 'build']],
		['knows which habit type a pattern is of', [pattern('break')], ['build']],
		['takes a pattern without a habit type for both', [pattern()], []],
	])('%s', (_, patterns, types) => {
		const warned = patternWarnings('frame', samples, patterns).map((line) => /habit type (\w+)/u.exec(line)?.[1]);
		expect(warned).toEqual(types);
	});

	it('asks for no pattern of a habit type that nobody wishes', () => {
		expect(patternWarnings('frame', samples.slice(1), [pattern('break')])).toEqual([]);
	});
});

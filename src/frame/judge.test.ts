import { describe, expect, it } from 'vitest';
import type { FramePattern, SuggestFrameInput } from './candidates.ts';
import { frameDetail, judgeFrameResponse } from './judge.ts';

const wish: SuggestFrameInput = { rawText: '술 끊고 싶어', habitType: 'break' };
const good = { level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다' };

describe('judgeFrameResponse', () => {
	it('tells the fate of every item, in order', () => {
		const { judged, candidates, rejected, failure } = judgeFrameResponse(
			{
				candidates: [
					{ level: 'L1', framed_text: '술을 마시지 않는다' },
					{ level: 'L9', framed_text: '?' },
					good,
					{ level: 'L2', framed_text: '가'.repeat(121) },
					{ level: 'L2', framed_text: '물을 마신다' },
					{ level: 'L3', framed_text: '나는 술을 끊은 사람이다' },
					good,
					good,
				],
			},
			wish,
			[],
		);
		expect(judged.map((one) => (one.status === 'rejected' ? one.reason : one.status))).toEqual([
			'wrong-level',
			'unknown-level',
			'accepted',
			'length',
			'warned',
			'hard-avoid',
			'accepted',
			'surplus',
		]);
		expect(candidates).toHaveLength(3);
		expect(rejected).toHaveLength(4);
		expect(failure).toBeUndefined();
	});

	it('marks the offending words of a refused candidate', () => {
		const { rejected } = judgeFrameResponse(
			{ candidates: [{ level: 'L3', framed_text: '나는 술을 끊은 사람이다' }] },
			wish,
			[],
		);
		expect(rejected[0]?.spans).toEqual([{ start: 6, end: 8, kind: 'quitting' }]);
	});

	it('calls an answer without the demanded form malformed', () => {
		for (const json of [{ foo: 'bar' }, 'text', null, [good]]) {
			expect(judgeFrameResponse(json, wish, [])).toEqual({
				candidates: [],
				judged: [],
				rejected: [],
				failure: 'malformed',
			});
		}
	});

	it('gives equal outcomes for equal answers', () => {
		const json = { candidates: [good, { level: 'L0', framed_text: '술을 끊는다' }] };
		expect(judgeFrameResponse(json, wish, [])).toEqual(judgeFrameResponse(structuredClone(json), wish, []));
	});
});

const example = '아침 식탁에서 물 한 잔을 마신다';
const pattern: FramePattern = {
	id: 'build-01',
	title: '아침 물 한 잔',
	keywords: ['물'],
	levelL0Example: '목마름을 참는다',
	levelL2Example: example,
	levelL3Example: '나는 물로 하루를 연다',
};
const candidates = [
	{ level: 'L2', framed_text: example },
	{ level: 'L2', framed_text: '물을 마신다' },
	{ level: 'L1', framed_text: '술을 마시지 않는다' },
];

describe('frameDetail', () => {
	it('spares the examples of known patterns a warning, also of an answer that was judged without them before', () => {
		const facts = { response: { candidates } };
		const said = (patterns?: readonly FramePattern[]): unknown =>
			frameDetail({}, facts, patterns).candidates.map(({ status, reason }) => reason ?? status);
		expect(said()).toEqual(['no-condition', 'no-condition', 'wrong-level']);
		expect(said([pattern])).toEqual(['accepted', 'no-condition', 'wrong-level']);
		expect(said()).toEqual(['no-condition', 'no-condition', 'wrong-level']);
	});
});

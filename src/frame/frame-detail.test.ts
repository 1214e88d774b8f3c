import { describe, expect, it } from 'vitest';
import { frameDetail } from './frame-detail.ts';
import type { FramePattern } from './rules/frame-pattern.ts';

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

import {
	type FrameDetail,
	type FramePattern,
	frameDetail,
	missingEvidence,
	type ScoreContext,
	type Scorer,
	type Turn,
} from '../../src/index.ts';
import type { FrameSample } from './sample.ts';

/** Whether a candidate is valid, and how many were accepted and returned; a frame is read once, however many ask. */
export function frameScorers(patterns: readonly FramePattern[]): readonly Scorer<FrameSample>[] {
	const details = new WeakMap<Turn, FrameDetail>();
	const detailOf = (sample: FrameSample, turn: Turn): FrameDetail => {
		const detail = details.get(turn) ?? frameDetail(sample, turn.facts, patterns);
		details.set(turn, detail);
		return detail;
	};
	const scorer = (
		own: Pick<Scorer<FrameSample>, 'name' | 'title'> & Partial<Pick<Scorer<FrameSample>, 'kind' | 'main'>>,
		judge: (detail: FrameDetail) => ReturnType<Scorer['score']>,
	): Scorer<FrameSample> => ({
		...own,
		needs: 'own',
		score(sample: FrameSample, turn: Turn, _context: ScoreContext) {
			const missing = appTimedOut(turn) ? undefined : missingEvidence(turn, 'first-call');
			return missing === undefined ? judge(detailOf(sample, turn)) : { unscored: missing, detail: turn.error };
		},
	});
	return [
		scorer(
			{ name: 'valid', title: { en: 'a valid L2/L3 candidate', ko: '유효한 L2/L3 후보가 있음' }, main: true },
			({ valid, reason }) => (valid ? true : { value: false, reason }),
		),
		scorer(
			{ name: 'candidates', kind: 'number', title: { en: 'accepted candidates', ko: '채택된 후보 수' } },
			({ accepted }) => accepted,
		),
		scorer(
			{ name: 'candidatesReturned', kind: 'number', title: { en: 'returned candidates', ko: '모델이 낸 후보 수' } },
			({ candidates }) => candidates.length,
		),
	];
}

/** The suggestion took longer than the app waits: that is an outcome of the app, not a generation that was cut. */
function appTimedOut({ facts, generations }: Turn): boolean {
	if (facts.failure !== 'timeout') return false;
	return facts.timeoutMs !== undefined || generations.at(-1)?.finish.unified === 'aborted';
}

import { counted, plural } from '../../../src/base/message.ts';
import type { Lang } from '../locale.ts';

/** Sentences of the first screen: tiles, what the verdict rests on, and the device that was asked. */
export interface TilesLocale {
	/** Names the tiles to screen readers. */
	readonly title: string;
	readonly evidence: string;
	readonly onDevice: (device: string) => string;
	readonly needs: (path: string, threshold: number, hits: number, n: number) => string;
	readonly early: (path: string) => string;
	readonly undecided: string;
	readonly subset: string;
	readonly all: (n: string) => string;
	/** `reason`: the most frequent one, with its count. */
	readonly missed: (misses: string, n: string, reason?: { readonly word: string; readonly count: string }) => string;
	readonly nothingScored: string;
	readonly mean: (mean: string, median: string, n: string) => string;
	readonly speed: string;
	readonly within: (limit: string, p90: string) => string;
	/** Of a budget that every turn was cut before it could tell. */
	readonly noneWhole: string;
	/** Samples whose times count for no budget. */
	readonly leftOut: (count: string) => string;
	readonly noneUnscored: string;
	/** Of `n` samples, of which `unscored` have no main score for it. */
	readonly cutSamples: (count: string, n: string, unscored: string) => readonly [title: string, text: string];
}

export const tilesLocale: Readonly<Record<Lang, TilesLocale>> = {
	en: {
		title: 'At a glance',
		evidence: 'What the verdict rests on',
		onDevice: (device) => `On ${device}`,
		needs: (path, threshold, hits, n) =>
			`Path ${path} needs ${threshold} of ${counted(n, 'prompt')}; this run has ${hits}.`,
		early: (path) => `Path ${path} was certain before every prompt had been scored.`,
		undecided: 'What is not judged, or in dispute, could still decide either way.',
		subset: 'Only some of the prompts, or of their repeats, were asked, so nothing is decided.',
		all: (n) => `None of ${n} missed.`,
		missed: (misses, n, reason) =>
			`${misses} of ${n} missed${reason === undefined ? '' : `, most often: ${reason.word} (${reason.count})`}.`,
		nothingScored: 'Nothing could be scored.',
		mean: (mean, median, n) => `Mean ${mean}, median ${median}, over ${counted(n, 'sample')}.`,
		speed: 'Speed against budget',
		noneWhole: 'Every turn was cut before it could tell.',
		leftOut: (count) =>
			`${count} left out, whose turn failed or was cut, whose device throttled, or whose engine told impossible times`,
		within: (limit, p90) => `Within ${limit}; the slowest tenth takes ${p90} or more.`,
		noneUnscored: '0\u00a0unscored',
		cutSamples: (count, n, unscored) => [
			`${count} of ${counted(n, 'sample')} ${plural(count, 'was', 'were')} cut; ${unscored} ${plural(unscored, 'has', 'have')} no main score for that.`,
			'What runs into a limit before the model is done counts neither way, unless what it wrote before settles a score.',
		],
	},
	ko: {
		title: '한눈에 보기',
		evidence: '판정 근거',
		onDevice: (device) => `${device}에서 측정`,
		needs: (path, threshold, hits, n) =>
			`프롬프트 ${n}건 중 ${threshold}건 이상이면 경로 ${path}입니다. 이번에는 ${hits}건이었습니다.`,
		early: (path) => `전부 채점하기 전에 이미 경로 ${path}로 정해졌습니다.`,
		undecided: '아직 채점하지 못했거나 의견이 갈린 것에 따라 결과가 달라질 수 있습니다.',
		subset: '프롬프트나 그 반복의 일부만 실행했으므로 판정하지 않습니다.',
		all: (n) => `${n}건 모두 통과했습니다.`,
		missed: (misses, n, reason) =>
			`${n}건 중 ${misses}건이 통과하지 못했습니다.${reason === undefined ? '' : ` 가장 많은 이유는 ‘${reason.word}’(${reason.count}건)입니다.`}`,
		nothingScored: '채점할 수 있는 결과가 없습니다.',
		mean: (mean, median, n) => `샘플 ${n}건의 평균은 ${mean}, 중앙값은 ${median}입니다.`,
		speed: '목표 시간 준수',
		noneWhole: '모든 턴이 도중에 잘려 목표를 지켰는지 알 수 없습니다.',
		leftOut: (count) =>
			`턴이 실패했거나 도중에 잘렸거나 기기가 느려졌거나 엔진이 알린 시간이 맞지 않아 제외한 샘플 ${count}건`,
		within: (limit, p90) => `목표는 ${limit} 이내입니다. 가장 느린 10 %는 ${p90} 이상 걸렸습니다.`,
		noneUnscored: '채점\u00a0못\u00a0함\u00a00건',
		cutSamples: (count, n, unscored) => [
			`샘플 ${n}건 중 ${count}건은 답이 중간에 잘렸고, 그중 ${unscored}건은 그 때문에 대표 점수가 없습니다.`,
			'모델이 답을 마치기 전에 한도에 걸리면, 그 전에 쓴 것만으로 점수가 정해지지 않는 한 통과로도 실패로도 세지 않습니다.',
		],
	},
};

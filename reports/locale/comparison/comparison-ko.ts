import { mcnemarIn } from '../mcnemar-locale.ts';
import type { ComparisonLocale, MainFlips } from './comparison-locale.ts';

export const comparisonKo: ComparisonLocale = {
	title: (baseline, others) => `gemmark 비교: ${baseline} 외 ${others}개`,
	heading: 'gemmark 비교',
	eyebrow: '더 작은 양자화나 다른 백엔드를 썼을 때 달라지는 점',
	sections: {
		overview: '나란히 보기',
		scatter: '크기 대비 품질',
		speed: '시간',
		flips: '달라진 판정',
		divergence: '출력이 갈리는 곳',
		identity: '다른 점',
	},
	footer: (version, { askedAgain }) =>
		`이 보고서의 수치는 각 실행의 log.jsonl에서 나왔습니다.${askedAgain ? ' 토큰 확률은 모델에 다시 물어 측정했습니다.' : ''} gemmark ${version}`,
	baseline: '기준',
	noPath: '경로 없음',
	same: (name, baseline, samples, { others, ...outputs }) =>
		`${name}: ${baseline} 대비 샘플 ${samples}건 중 대표 점수의 판정이 달라진 것이 없습니다.${outputsText(outputs)}${othersText(others)}`,
	differs: (name, baseline, { others, ...flips }) => {
		const of = others.lost + others.gained === 0 ? '' : ' 대표 점수로는';
		return `${name}: ${baseline} 대비 샘플 ${flips.samples}건 중${of} ${flipsText(flips)}${othersText(others)}`;
	},
	smaller: (percent) => `파일 크기 ${percent} % 감소`,
	larger: (percent) => `파일 크기 ${percent} % 증가`,
	miniature: (names) => [
		'내장된 축소 모델의 결과가 들어 있습니다. Gemma의 결과가 아닙니다.',
		`${names}: gemmark를 시험하기 위한 모델이므로, 양자화에 따른 차이를 Gemma에 그대로 적용할 수 없습니다.`,
	],
	fewFlips: [
		'달라진 판정이 적어 결론을 내리기 어렵습니다.',
		'한쪽으로 여섯 건 이상 달라져야 통계적으로 유의할 수 있습니다(McNemar, 양측). 대화를 직접 읽어 보고, 통과 기준은 건수로 정하세요.',
	],
	onlyOne: (name, first, second) => [
		`${name}: 모든 샘플이 양쪽에 있지는 않습니다.`,
		`기준에만 ${first}건, 여기에만 ${second}건이 있습니다. 양쪽에 있는 샘플만 비교합니다.`,
	],
	allowed: (field) => [`서로 다르지만 비교함: ${field}.`, '--allow로 허용한 항목입니다.'],
	overviewLead:
		'비율에는 모두 95 % 구간(Wilson, 반복은 프롬프트별로 묶음)이, 시간에는 두 번째 답변부터 잰 p50과 p95(속도는 p5)가 함께 있습니다. 첫 토큰까지는 사용자가 기다린 시간만 세며, 도구 호출 뒤의 답변은 넣지 않습니다.',
	rows: {
		verdict: '판정',
		size: '파일 크기',
		load: '모델 로드',
		memory: '최대 메모리',
	},
	scatterLead:
		'점 하나가 실행 하나이고, 세로선은 95 % 구간입니다. 세로선이 많이 겹치면 아직 차이가 있다고 할 수 없습니다.',
	scatterLabel: (quality, points) => `파일 크기 대비 ${quality}: ${points}`,
	sizeAxis: '파일 크기',
	speedLead:
		'두 번째 답변부터 잰 값(웜)입니다. 아래 평균만 같은 프롬프트끼리 비교하고, 분포에는 그 실행에서 잰 샘플이 모두 들어가므로 실행마다 샘플이 다를 수 있습니다.',
	cutTurns: (count) =>
		`적어도 한 실행에서 끊긴 턴이 ${count}건 있습니다. 그 턴이 끊기는 바람에 재지 못한 시간은 모든 실행에서 뺐습니다.`,
	differences: '프롬프트별로 짝지은 평균',
	meanColumns: ['스위트', '지표', '기준 평균', '이 실행의 평균'],
	differenceColumn: '평균 차이(95 %, t)',
	prompts: '프롬프트',
	noSpread: '모든 쌍에서 같음',
	notInTurns:
		'번갈아 측정하지 않았으므로 구간을 표시하지 않습니다. 한쪽을 실행하는 동안 기기가 다른 일을 하면 그것이 차이처럼 보일 수 있습니다. 여러 모델을 --interleave로 함께 실행하세요.',
	flipsLead: '판정이 달라진 샘플입니다. 열면 두 대화를 나란히 읽을 수 있습니다.',
	flipsOf: (name) => `${name}, 기준 대비`,
	noFlipsOf: (samples) =>
		samples === 0
			? '두 실행에서 모두 채점된 샘플이 없습니다.'
			: `양쪽에서 채점한 샘플 ${samples}건 중 달라진 판정이 없습니다.`,
	flipColumns: ['스위트', '점수', '샘플', '판정', '이유'],
	moreFlips: (count) => `나머지 ${count}건은 flips.csv에 있습니다.`,
	lost: '나빠짐',
	gained: '좋아짐',
	counts: (lost, gained) => `나빠짐 ${lost}건, 좋아짐 ${gained}건`,
	pValue: (flips) => mcnemarIn(flips, 'ko'),
	divergenceLead: '같은 프롬프트에 대한 출력을 토큰 단위로 비교합니다.',
	identical: (identical, compared) =>
		compared === 0
			? '비교할 수 있는 출력이 없습니다. 프롬프트가 다르거나, 한쪽 실행에 모델이 쓴 그대로의 출력이 없습니다.'
			: `출력 ${compared}건 중 ${identical}건이 같습니다.`,
	firstToken: (p50, min) =>
		`나머지는 앞의 토큰 ${p50}개(중앙값, 가장 적은 것은 ${min}개)까지 같고 그 뒤에서 갈라집니다.`,
	askedSuites: (suites) => `대상 스위트: ${suites}.`,
	tokens: ({ positions, share, mean, p99, top }) =>
		`기준 모델이 말한 토큰 ${positions}개 중 ${share} %에서 같은 토큰을 골랐을 것입니다. KL 발산은 평균 ${mean}, p99 ${p99} nat${top === undefined ? '' : ` 이상(각 모델의 상위 토큰 ${top}개 기준)`}입니다.`,
	spanColumns: ['출력한 내용', '토큰', '1순위 토큰 일치', 'KL 평균', 'KL p99', '확률 변화(%p)', '퍼플렉시티 비율'],
	spans: {
		prose: '문장',
		control: '제어 토큰과 키',
		'tool-name': '도구 이름',
		'hangul-value': '한글 값',
		'ascii-value': 'ASCII 값',
		number: '숫자',
	},
	allSpans: '전체',
	ended: '끝',
	parted: (token, first, second) => `토큰 ${token}: ${first} / ${second}`,
	identityLead: (known) =>
		known
			? '이 실행들이 서로 다른 점입니다. 결과를 바꿀 수 있는 나머지는 모두 같습니다.'
			: '로그로 알 수 있는 범위에서 이 실행들이 서로 다른 점입니다.',
	field: '항목',
};

/** 비교할 수 있는 출력 가운데 다른 것의 수. */
function outputsText({ compared, differ, untold }: Record<'compared' | 'differ' | 'untold', number>): string {
	if (differ > 0) return ` 다만 출력 ${differ}건은 내용이 다릅니다.`;
	if (untold === 0) return ' 출력도 모두 같습니다.';
	return compared === 0 ? ' 출력은 서로 비교할 수 없습니다.' : ` 비교할 수 있는 출력 ${compared}건은 모두 같습니다.`;
}

function flipsText({ lost, gained }: MainFlips['others']): string {
	if (lost === 0) return `${gained}건이 좋아졌고 나빠진 것은 없습니다.`;
	if (gained === 0) return `${lost}건이 나빠졌고 좋아진 것은 없습니다.`;
	return `${lost}건이 나빠지고 ${gained}건이 좋아졌습니다.`;
}

function othersText(others: MainFlips['others']): string {
	return others.lost + others.gained === 0 ? '' : ` 다른 점수에서는 ${flipsText(others)}`;
}

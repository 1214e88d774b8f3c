import { readVariant } from '../../../src/eval/settings.ts';
import type { reportEn } from '../en/report.ts';
import { unbroken } from '../numbers.ts';

export const reportKo: typeof reportEn = {
	title: (model) => `gemmark 보고서: ${model}`,
	skip: '본문으로 바로 가기',
	contents: '보고서 차례',
	sections: {
		verdict: '판정',
		frames: '습관 프레임',
		tools: '도구 호출',
		prompt: '프롬프트와 템플릿',
		time: '시간과 메모리',
		identity: '실행 정보',
	},
	verdict: {
		sentence: ({ name, title }, hits, n) => `경로 ${name}: ${title} (${hits}/${n}건)`,
		atLeast: ({ name, title }, bound, n) => `경로 ${name}: ${title} (${n}건 중 ${bound}건 이상)`,
		atMost: ({ name, title }, bound, n) => `경로 ${name}: ${title} (${n}건 중 ${bound}건 이하)`,
		undecided: (hits, scored, n) =>
			scored === 0
				? `판정 보류: 프롬프트 ${n}건 모두 미채점`
				: `판정 보류: 채점한 ${scored}건 중 ${hits}건 통과, 미채점 프롬프트에 따라 경로가 달라질 수 있음 (전체 ${n}건)`,
		subset: (hits, scored, n) =>
			`판정 없음: 프롬프트 ${n}건이나 그 반복 중 일부만 실행 (채점한 ${scored}건 중 ${hits}건 통과)`,
		none: '판정 없음: 판정을 내리는 스위트가 없음',
		threshold: (threshold, n, path) => `${threshold}/${n}건 이상이면 경로 ${path}`,
		wilson: '95% 신뢰구간(Wilson)',
		clopperPearson: '95% 신뢰구간(Clopper-Pearson)',
		rate: '통과율',
		probability: (share) => `실제 비율이 ${share} 이상일 확률`,
		decidedEarly: (hits, misses) => `통과 ${hits}건, 미통과 ${misses}건에서 결정되었습니다.`,
		barLabel: (hits, misses, n) =>
			`프롬프트 ${n}건 중 통과 ${hits}건, 미통과 ${misses}건, 미채점 ${n - hits - misses}건.`,
		cell: (position, id, outcome) => `${position}. ${id}: ${outcome}`,
		intervalLabel: (low, high, low2, high2) =>
			`95% 신뢰구간 ${low}~${high}%(Wilson), ${low2}~${high2}%(Clopper-Pearson).`,
		epochs: (rate, epochs, interval) =>
			`프롬프트당 ${epochs}회 반복 전체: ${rate}${interval === undefined ? '' : `(${interval})`}.`,
		turned:
			'판정 보류: 라벨로 경로가 바뀌었지만, 라벨이 없거나 의견이 갈린 샘플에 따라 다시 바뀔 수 있습니다. 나머지 샘플에도 라벨을 붙이거나 의견을 조율하세요.',
		people: ({ labelled, disputed, of }, { path, counts }) => {
			const whose =
				labelled === of
					? `샘플 ${of}건 모두 사람이 라벨을 붙였습니다.`
					: `샘플 ${of}건 중 ${labelled + disputed}건에 사람이 라벨을 붙였습니다${disputed === 0 ? '' : `(의견이 갈린 샘플 ${disputed}건)`}. 나머지는 규칙을 따릅니다.`;
			return `${whose} 규칙만 적용하면 ${path === undefined ? '경로 없음' : `경로 ${path}`}, ${counts}입니다.`;
		},
		among: (agreed, several) => `여러 사람이 라벨을 붙인 텍스트 ${several}건 중 ${agreed}건에서 의견이 일치합니다.`,
		agreement: (agreed, both, kappa) =>
			`규칙과 사람의 판단은 텍스트 ${both}건 중 ${agreed}건에서 일치합니다${kappa === undefined ? '' : `(코헨 카파 ${kappa})`}.`,
		silent: '미채점 프롬프트',
		silentColumns: ['원인', '프롬프트', '조치'],
		notEvaluated: '실행되지 않음',
		notRepeated: '반복 횟수 부족',
	},
	notice: {
		miniature: 'gemmark 동작을 확인하기 위한 모델입니다. 앱에서 사용할 모델로 실행하세요.',
		truncated: [
			'미채점 프롬프트는 경로를 바꿀 수 없습니다.',
			'채점한 프롬프트만의 비율이므로 신뢰구간을 표시하지 않습니다.',
		],
		warning: '주의:',
		note: '참고:',
	},
	scores: {
		passed: '통과',
		missed: '미통과',
		outcomes: '결과 분포',
		outcomesLabel: (score, parts) => `${score}: ${parts}`,
		groups: '그룹별 결과',
		groupColumns: ['그룹', '값'],
		byFacet: (facet) => `${facet}별 결과`,
		firstBelowHalf: (value) => `95% 신뢰 수준에서 비율이 절반에 못 미치는 첫 값: ${value}`,
		reliability: '반복 신뢰도',
		samples: '샘플별 결과',
		mean: '평균',
		budget: '목표',
		lower: '(낮을수록 좋음)',
		clustered: (prompts) => `프롬프트 ${prompts}건 기준 군집 보정`,
	},
	prefix: {
		title: (n) => `프롬프트 ${n}건`,
		lead: '도구 호출 전에 사용자에게 표시된 텍스트입니다. 행을 열면 대화 전체가 보입니다.',
		columns: ['프롬프트', '호출 전 텍스트', '첫 호출', '시간'],
		counts: '유효',
		noCall: '호출 없음',
		right: '올바른 호출',
		wrongTool: '다른 도구',
		wrongArguments: '인자 오류',
		toFirstToken: 'TTFT',
		toCall: '호출',
		epochsOf: (meaningful, epochs) => `${meaningful}/${epochs}회`,
		epoch: (number) => `${number}회차`,
		label: (meaningful, who) =>
			`${who}: ${meaningful === undefined ? '의견이 갈림' : meaningful ? '의미 있음' : '의미 없음'}`,
	},
	frames: {
		lead: '함수 호출로 L2(조건부 긍정)·L3(정체성) 습관 프레임을 요청했습니다. 후보가 하나라도 검증을 통과하면 유효한 입력으로 집계합니다.',
		valid: '유효',
		outcomesLabel: (variant, parts) => `결과, ${variant}: ${parts}`,
		inputs: '입력별 결과',
		columns: ['입력', '결과'],
		build: '만들기',
		break: '끊기',
		anchor: (hint) => `계기: ${hint}`,
		candidates: (accepted, returned) => `${accepted}/${returned}개 채택`,
		noCandidates: '후보 없음',
		empty: '후보 없음',
		status: { accepted: '통과', warned: '주의', rejected: '기각', surplus: '네 번째 이후' },
		rejections: '기각된 후보',
		levels: '채택된 레벨',
		acceptedShare: '채택된 후보',
		late: (count, n, limit, median) =>
			`제안 ${n}건 중 ${count}건이 앱의 제한 시간${limit === undefined ? '' : `(${limit})`} 초과 · 시간 중앙값 ${median}`,
		transcript: '대화',
	},
	tools: {
		lead: '올바른 도구와 인자로 호출하고, 불필요한 호출이 없는지 평가합니다.',
		figures: { relevant: '호출이 필요한 경우', irrelevant: '호출이 불필요한 경우' },
		expected: '기대',
		called: '실제',
		noCallExpected: '호출하지 않아야 함',
		noCall: '호출 없음',
		format: '형식 준수',
		formatLead: '호출이 형식대로 출력되었는지 집계합니다. 보정 후 파싱된 호출과 파싱할 수 없는 호출은 따로 표시합니다.',
		formatColumns: ['스위트', '형식 그대로', '보정 후 파싱', '파싱 불가'],
	},
	time: {
		lead: '점과 막대는 모두 실제 측정값입니다. ‘콜드’는 모델 로드 후 첫 생성이고, ‘웜’은 그다음부터입니다.',
		load: '모델 로드',
		peakMemory: '엔진 최대 메모리',
		failed: '실패하여 시간에서 제외한 턴',
		onDisk: '모델 파일 크기',
		hostMemory: '기기 메모리',
		tokens: ['처리한 프롬프트 토큰', '캐시에서 가져온 프롬프트 토큰', '출력 토큰'],
		unknown: '알 수 없음',
		beyond: (count, end, most) => `${end} 초과 ${count}건, 최댓값 ${most}`,
		within: (within, n) => `목표 이내 ${within}/${n}건`,
		all: '모든 수치',
		deviation: '표준편차',
		columns: ['지표', '스위트', '상태', '측정 주체'],
		source: { engine: '엔진', 'wall-clock': 'gemmark' },
		stripLabel: (name, p50, tail, n) => `${name}: 중앙값 ${p50}, ${tail}, 측정 ${n}건`,
		legend: '실선은 중앙값(p50), 파선은 p95(속도는 p5)입니다.',
		shaded: '색칠한 부분은 앱의 목표 시간 이내입니다.',
	},
	identity: {
		lead: '같은 조건으로 다시 실행하는 데 필요한 정보입니다.',
		command: '실행 명령',
		copy: '복사',
		copied: '복사됨',
		groups: {
			model: '모델',
			engine: '엔진',
			settings: '설정',
			corpora: '코퍼스와 프롬프트',
			host: '기기',
			run: '실행',
		},
		asked: {
			settings:
				'샘플링, 최대 토큰, prefix 처리 방식은 앱에 요청한 값입니다. 앱이 대화를 직접 진행하므로 실제 적용 여부는 알 수 없습니다.',
			prompts: '프롬프트와 도구는 설정 파일의 값입니다. 앱이 대화를 직접 진행하므로 실제 사용한 값은 다를 수 있습니다.',
		},
		dirty: '(커밋하지 않은 변경 있음)',
		footer: (version) => `이 보고서의 모든 수치는 log.jsonl에서 나왔습니다. gemmark ${version}`,
	},
	detail: {
		who: {
			user: '사용자',
			model: '모델',
			thinking: 'thinking',
			call: '도구 호출',
			malformed: '형식이 잘못된 호출',
			reflection: 'self-reflection',
			system: '앱',
			error: '오류',
			log: '앱 로그',
		},
		result: '결과',
		noResult: '결과 없음',
		cancelled: '취소됨',
		notKept: '대화 기록에 보존되지 않음',
		raw: '원문',
		generation: '생성',
		prompt: '프롬프트(공통 부분 다음)',
		output: '출력',
		total: '전체',
		long: (characters) => `… 전체 ${characters}자`,
		more: (count) => `${count}건 더 보기`,
		moreHint: '전체 샘플은 report.csv와 로그에 있습니다.',
		broken: '이 대화를 화면에 표시하지 못했습니다. log.jsonl에서 볼 수 있습니다.',
	},
	of: (hits, n) => `${hits}/${n}건`,
	unscored: (count, causes) => `미채점 ${count}건: ${causes}`,
	interval: (range) => unbroken(`95% 신뢰구간 ${range}`),
	variant: (name) => {
		const { own, reflects } = readVariant(name, 'both');
		return `${VARIANTS.get(own) ?? own}${reflects ? ', self-reflection 포함' : ''}`;
	},
	mcnemar: {
		unscored: '양쪽에서 모두 채점된 샘플 없음',
		uncertain: '모든 프롬프트에 미채점 반복이 있어 검정하지 않음',
		unchanged: '검정할 변화 없음',
		overPrompts: (lost, gained, p) => `프롬프트 기준 회귀 ${lost}건, 개선 ${gained}건, ${p}`,
	},
	state: { cold: '콜드', warm: '웜' },
	yes: '예',
	no: '아니요',
	noScript: '시간과 원문을 보려면 스크립트를 켜세요. 나머지 내용은 그대로 볼 수 있습니다.',
};

const VARIANTS: ReadonlyMap<string, string> = new Map([
	['free', '일반 디코딩'],
	['constrained', '제약 디코딩'],
]);

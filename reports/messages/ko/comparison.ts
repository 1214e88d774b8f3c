import type { comparisonEn } from '../en/comparison.ts';
import { translationOf } from '../sentences.ts';

export const comparisonKo = translationOf<typeof comparisonEn>()({
	comparison: {
		seriesHead: ['step', '정답', '베이스라인 대비', '최고 step 대비', '도구'],
		seriesLead: 'step별 정답 프롬프트와 95% 신뢰구간. 점선은 베이스라인입니다.',
		seriesBest: '최고',
		seriesAlike: '차이가 드러나지 않음',
		seriesOpen: '판단 보류: 미채점 {n}건',
		seriesOut: '제외: 회귀 {lost}건, 개선 {gained}건',
		tools: {
			forgotten: '잊은 도구 {tool}: {of}건 중 {has}건, 이전 {had}건[[(step {since})]]',
			fell: '{tool} 하락: {of}건 중 {has}건, 이전 {had}건[[(step {since})]]',
			changed: '{tool} {of}건 중 {had}건 → {has}건',
		},
		series: (best, alike, forgetful) =>
			[
				best === undefined ? '체크포인트: 잊은 도구가 없는 step이 없음' : `체크포인트: step ${best}`,
				...(alike.length === 0 ? [] : [`차이가 드러나지 않는 step: ${alike.join(', ')}`]),
				...forgetful,
			].join('. '),
		seriesConfirm: '이 프롬프트로 고른 결과입니다. 고를 때 쓰지 않은 행으로 확인하세요:',
		title: (baseline, others) => `gemmark 비교: ${baseline} 외 ${others}개`,
		heading: 'gemmark 비교',
		sections: {
			answer: '결론',
			series: '체크포인트',
			cost: '절감',
			quality: '품질',
			flips: '결과 변동',
			clock: '시간 제한',
			figures: '전체 수치',
			speed: '시간',
			divergence: '출력이 달라지는 지점',
			identity: '실행 조건 차이',
		},
		footer: (version, { askedAgain }) =>
			`이 보고서의 수치는 각 실행의 log.jsonl에서 나왔습니다.${askedAgain ? ' 토큰 확률은 모델을 다시 실행해 측정했습니다.' : ''} gemmark ${version}`,
		baseline: '베이스라인',
		noPath: '경로 없음',
		miniature: (names) => ['내장 테스트 모델이 포함되어 있습니다.', `${names}: 이 차이는 Gemma의 성능과 무관합니다.`],
		onlyOne: (name, first, second) => [
			`${name}: 일부 샘플은 한쪽에만 있습니다.`,
			`베이스라인에만 ${first}건, 여기에만 ${second}건. 양쪽에 있는 샘플만 비교합니다.`,
		],
		allowed: (field) => [`조건 차이: ${field}.`, '--allow로 허용한 항목입니다.'],
		overviewLead:
			'비율은 95% 신뢰구간(Wilson, 반복은 프롬프트 기준 군집 보정), 시간은 웜 상태의 p50과 p95(속도는 p5)와 함께 표시합니다.',
		rows: { verdict: '판정', size: '파일 크기', load: '모델 로드', memory: '최대 메모리' },
		speedLead: '웜 상태의 측정값입니다. 평균은 같은 프롬프트끼리 비교하고, 분포는 각 실행의 모든 샘플을 포함합니다.',
		cutTurns: '한 실행 이상에서 잘린 턴 {count}건의 측정하지 못한 시간은 모든 실행에서 제외했습니다.',
		differences: '프롬프트별 평균 비교',
		meanColumns: ['스위트', '지표', '베이스라인 평균', '이 실행의 평균'],
		differenceColumn: '평균 차이(95% 신뢰구간, t)',
		prompts: '프롬프트',
		noSpread: '모든 프롬프트에서 동일',
		notInTurns:
			'번갈아 측정하지 않았으므로 신뢰구간을 표시하지 않습니다. 한쪽 실행 중의 다른 부하가 차이처럼 보일 수 있습니다. 여러 모델을 --interleave로 함께 실행하세요.',
		flipsOf: '{name}, 베이스라인 대비',
		noFlipsOf: (samples) => (samples === 0 ? '양쪽에서 모두 채점된 샘플 없음.' : `결과 변동 없음 (${samples}건).`),
		flipColumns: ['프롬프트', '변동', '빌드별 출력', '점수'],
		moreFlips: '나머지 {count}건은 flips.csv에 있습니다.',
		sides: { lost: '회귀', gained: '개선', failed: '양쪽 미통과', passed: '양쪽 통과' },
		changed: '변동',
		counts: '회귀 {lost}건, 개선 {gained}건',
		divergenceLead: '같은 프롬프트의 출력을 토큰 단위로 비교합니다.',
		identical: (identical, compared) =>
			compared === 0
				? '비교할 수 있는 출력이 없습니다. 프롬프트가 다르거나 한쪽 실행에 원문이 없습니다.'
				: `출력 ${compared}건 중 ${identical}건이 동일합니다.`,
		firstToken: '나머지는 첫 {p50}토큰까지 동일합니다(중앙값, 최소 {min}).',
		askedSuites: '대상 스위트: {suites}.',
		tokens:
			'베이스라인 토큰 {positions}개 중 {share}에서 1순위 토큰 일치. KL 발산: 평균 {mean}, p99 {p99} nat[[(상위 토큰 {top}개 기준 하한)]].',
		spanColumns: ['출력 부분', '토큰', '1순위 토큰 일치', 'KL 평균', 'KL p99', '확률 변화(%p)', '퍼플렉시티 비율'],
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
		parted: '토큰 {token}: {first} / {second}',
		identityLead: (known) =>
			known
				? '두 실행의 차이입니다. 결과를 바꿀 수 있는 나머지 조건은 모두 같습니다.'
				: '로그로 확인되는 두 실행의 차이입니다.',
		field: '항목',
		unpaired: ({ unpaired, inNeither, inOneOnly }) =>
			[
				...(unpaired > inNeither ? [`한쪽에서만 채점 ${unpaired - inNeither}건`] : []),
				...(inNeither > 0 ? [`양쪽 모두 미채점 ${inNeither}건`] : []),
				...(inOneOnly > 0 ? [`한쪽에만 해당 ${inOneOnly}건`] : []),
			].join(', '),
		certain: '나머지와 관계없이 확정',
		bound: { atLeast: '최소 {hits}', atMost: '최대 {hits}' },
		repeat: '{epoch}회차',
		numbers: '프롬프트별 수치 비교',
		numberColumns: ['스위트', '점수', '베이스라인 평균', '평균 차이(95% 신뢰구간, t)', '프롬프트'],
		partOf: (suite, there, whole, chosen) => `${suite} ${there}/${whole}건${chosen && `(${chosen})`}`,
		part: (name, parts) => [`${name}: 일부 샘플만 있습니다.`, `포함된 샘플: ${parts}.`],
		unrecorded: {
			app: '앱과 앱 버전',
			prompt: '시스템 프롬프트와 도구',
			settings: '샘플링 설정, 토큰 한도, prefix 처리 방식',
		},
		unknown: (name, what) => [`${name}에서 확인할 수 없는 조건: ${what}.`, '서로 다르면 결과가 달라질 수 있습니다.'],
		noField: '확인된 차이가 없습니다.',
		nothing: (name) => [`${name}: 베이스라인과 겹치는 샘플이 없습니다.`, '비교한 결과가 없습니다.'],
		onlySuites: (name, first, second) => [
			`${name}: 일부 스위트는 한쪽에만 있습니다.`,
			`${first && `베이스라인에만: ${first}. `}${second && `여기에만: ${second}. `}양쪽에 있는 스위트만 비교합니다.`,
		],
	},
	history: {
		title: '실행 목록',
		lead: (shown, runs) => `실행 ${shown === runs ? `${runs}건` : `${runs}건 중 ${shown}건`}.`,
		reading: '실행 {left}건은 아직 읽는 중이라 필터와 추이에 표시되지 않습니다.',
		none: '아직 실행이 없습니다. gemmark run으로 시작하세요.',
		columns: {
			started: '시작',
			run: '실행',
			model: '모델',
			engine: '엔진, 기기',
			standing: '상태',
			verdict: '판정',
			turn: '턴 시간(중앙값)',
			took: '소요',
			gate: '게이트',
		},
		states: {
			complete: '완료',
			interrupted: '중단됨',
			failed: '실패',
			underWay: '실행 중',
			open: '마지막 줄 없이 종료(--resume으로 이어서 실행)',
			unread: '아직 읽지 않음',
			broken: '읽을 수 없음',
		},
		stopped: '비정상 종료',
		progress: (done, planned) => `샘플 ${done}/${planned}건`,
		noPath: '판정 보류',
		subset: '판정 없음(일부만 실행)',
		part: 'n {n}, 샘플 일부만 실행',
		hits: '{hits}/{n}건, 임계값 {threshold}건',
		unscored: '미채점 {count}건',
		people: ({ labelled, disputed, of, rule }, rulePath) =>
			`사람의 라벨 ${labelled + disputed}/${of}건${disputed === 0 ? '' : `, 의견이 갈린 샘플 ${disputed}건`}(규칙만 적용하면 ${rulePath}, ${rule.hits}건)`,
		noMatch: '조건에 맞는 실행이 없습니다.',
		find: '실행, 모델, 엔진, 기기, 커밋',
		findButton: '필터',
		facets: {
			app: '앱',
			model: '모델',
			engine: '엔진',
			device: '기기',
			suite: '스위트',
			verdict: '판정',
			gate: '게이트',
		},
		pick: (run) => `비교 대상: ${run}`,
		compare: '비교',
		reverse: '베이스라인 바꾸기',
		miniature: '내장 테스트 모델',
		trends: '추이',
		back: '전체 실행',
		more: '실행 {count}건 더 보기',
		footer: (version) => `이 화면의 모든 수치는 각 실행의 log.jsonl에서 나왔습니다. gemmark ${version}`,
	},
	trend: {
		lead: (shown, runs) =>
			`실행 ${shown === runs ? `${shown}건` : `${runs}건 중 최근 ${shown}건`}입니다. 그래프는 왼쪽이 오래된 실행이고, 표는 최신순입니다.`,
		alarm: '최근 3회 실행이 이전보다 낮음: {before} → {now}(p {p})',
		several: '앱, 모델, 코퍼스, 프롬프트, 설정이 로그에서 모두 같은 실행끼리 선으로 연결합니다.',
		timesToo: '시간은 기기까지 같은 실행끼리 연결합니다.',
		hollow:
			'속이 빈 표시({count}건)는 일부만 실행했거나, 미채점 또는 제외한 샘플에 따라 값이 달라질 수 있는 실행입니다. 선으로 연결하지 않습니다.',
		unrecorded:
			'캡처했거나 앱이 직접 대화를 진행한 {count}건은 앱, 시스템 프롬프트, 도구, 설정을 모두 알 수 없습니다. 한 선 안에서도 서로 다를 수 있습니다.',
		excluded: '제외 {count}건',
		runs: '실행 {count}건',
		others: '그래프에 없는 계열 {series}개:',
		moreSeries: '그 밖에 {count}개. 실행 목록을 먼저 필터링하세요.',
		allSeries: '모든 계열 보기',
		columns: ['실행', '값', '95% 신뢰구간', '직전 실행 이후 커밋'],
		part: '샘플 일부만 실행',
		median: '중앙값',
		noInterval: '–',
		sameCommit: '같은 커밋',
		fields: {
			app: '앱',
			'app.system': '앱의 시스템 프롬프트',
			'app.tools': '앱의 도구',
			'app.answers': '도구의 응답',
			'app.state': '앱의 초기 상태',
			'app.language': '앱의 언어',
			threshold: '판정 임계값',
			score: '판정 점수',
			model: '모델',
			clock: '시계',
			device: '기기',
		},
		suiteVersion: '스위트 버전',
		corpus: '코퍼스',
		unversioned: '버전 없음',
		prompt: '프롬프트',
		template: '채팅 템플릿',
	},
	problem: {
		back: '실행 목록으로',
		anyway: '그래도 비교하기',
		say: (problem) => {
			switch (problem.kind) {
				case 'no-page':
					return ['없는 페이지입니다', '실행 목록에서 선택하세요.'];
				case 'no-run':
					return [
						`실행을 찾을 수 없습니다: ${problem.id}`,
						'이동했거나 삭제한 실행일 수 있습니다. 목록에서 다른 실행을 선택하세요.',
					];
				case 'no-metric':
					return [`이 지표가 있는 실행이 없습니다: ${problem.name}`, '실행 목록 아래에서 점수나 시간을 선택하세요.'];
				case 'no-series':
					return ['없는 계열입니다', '삭제한 실행일 수 있습니다. 그래프 아래에서 다른 계열을 선택하세요.'];
				case 'nothing-chosen':
					return problem.what === 'metric'
						? ['주소에 지표가 없습니다', '실행 목록 아래에서 점수나 시간을 선택하세요.']
						: ['주소에 비교할 실행이 없습니다', '목록에서 실행을 두 개 이상 선택하고 비교를 누르세요.'];
				case 'bad-parameter':
					return [
						`잘못된 주소입니다: ${problem.name}=${problem.value}`,
						`사용할 수 있는 값: ${problem.known.join(', ')}.`,
					];
				case 'no-common-suite':
					return ['비교할 수 없는 실행입니다', '공통 스위트가 없습니다. 같은 스위트의 실행끼리 선택하세요.'];
				case 'incomparable':
					return ['조건이 다른 실행입니다', `차이: ${problem.fields}. 이 조건이 같은 실행끼리 선택하세요.`];
				case 'unreadable':
					return [`${problem.id === undefined ? '이 실행을' : `${problem.id} 실행을`} 읽을 수 없습니다`, '원인:'];
				case 'failed':
					return ['페이지를 표시하지 못했습니다', '원인:'];
			}
		},
	},
});

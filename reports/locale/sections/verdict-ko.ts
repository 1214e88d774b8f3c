import type { NoticeLocale, VerdictLocale } from './verdict-locale.ts';

export const verdictKo: VerdictLocale = {
	sentence: ({ name, title }, hits, n) => `경로 ${name}: ${title} (${n}건 중 ${hits}건).`,
	atLeast: ({ name, title }, bound, n) => `경로 ${name}: ${title} (${n}건 중 적어도 ${bound}건).`,
	atMost: ({ name, title }, bound, n) => `경로 ${name}: ${title} (${n}건 중 많아야 ${bound}건).`,
	undecided: (hits, judged, n) =>
		judged === 0
			? `판정할 수 없습니다: 프롬프트 ${n}건 중 채점할 수 있는 것이 없습니다.`
			: `아직 판정할 수 없습니다: 채점한 ${judged}건 중 ${hits}건이 통과했고, 전체 ${n}건의 나머지가 결과를 바꿀 수 있습니다.`,
	subset: (hits, judged, n) =>
		`판정하지 않습니다: 프롬프트 ${n}건이나 그 반복 중 일부만 실행했으며, ${judged === 0 ? '아직 채점이 끝난 것이 없습니다' : `채점한 ${judged}건 중 ${hits}건이 통과했습니다`}.`,
	none: '판정 없음: 이 실행에는 판정을 내리는 스위트가 없습니다.',
	threshold: (threshold, n, path) => `${n}건 중 ${threshold}건 이상이면 경로 ${path}`,
	wilson: '95 % 구간(Wilson)',
	clopperPearson: '정확 구간(Clopper-Pearson)',
	rate: '비율',
	probability: (share) => `실제 비율이 ${share} 이상일 확률`,
	decidedEarly: (hits, misses) => `통과 ${hits}건, 미통과 ${misses}건일 때 결정되었습니다.`,
	barLabel: (hits, misses, n) =>
		`프롬프트 ${n}건 중 통과 ${hits}건, 미통과 ${misses}건, 채점되지 않음 ${n - hits - misses}건.`,
	cell: (position, id, outcome) => `${position}. ${id}: ${outcome}`,
	intervalLabel: (low, high, low2, high2) =>
		`95 % 구간은 Wilson 방식으로 ${low}~${high} %, Clopper-Pearson 방식으로 ${low2}~${high2} %입니다.`,
	epochs: (rate, epochs, interval) =>
		`프롬프트당 ${epochs}회 반복 전체: ${rate} %${interval === undefined ? '' : `(${interval})`}.`,
	turned:
		'판정하지 않습니다: 사람의 판정이 경로를 바꿨지만, 판정하지 않았거나 의견이 갈린 샘플이 다시 바꿀 수 있습니다. 나머지도 판정하거나 의견을 맞춰 주세요.',
	people: ({ labelled, disputed, of }, { path, counts }) =>
		`${
			labelled === of
				? `사람이 샘플 ${of}건을 모두 판정한 결과입니다.`
				: disputed === 0
					? `사람이 판정한 샘플은 ${of}건 중 ${labelled}건이며 나머지는 규칙이 판정했습니다.`
					: `사람이 판정한 샘플은 ${of}건 중 ${labelled + disputed}건이며, 그중 의견이 갈린 ${disputed}건${labelled + disputed === of ? '은' : '과 나머지는'} 규칙이 판정했습니다.`
		} 규칙만 따르면 ${path === undefined ? '경로를 정할 수 없습니다' : `경로 ${path}입니다`}(${counts}).`,
	among: (agreed, several) => `여러 사람이 함께 판정한 글 ${several}건 중 ${agreed}건에서 의견이 모두 같습니다.`,
	agreement: (agreed, both, kappa) =>
		`규칙과 사람은 함께 판정한 글 ${both}건 중 ${agreed}건에서 일치합니다${kappa === undefined ? '' : `(코헨 카파 ${kappa})`}.`,
	silent: '채점하지 못한 프롬프트',
	silentColumns: ['원인', '프롬프트', '조치'],
	notEvaluated: '실행되지 않음',
	notRepeated: '아직 반복 횟수 부족',
	remedies: {
		'engine-failed': '보고서의 실패 기록과 엔진·서버의 자체 로그를 확인해 고친 뒤 다시 실행하세요.',
		'cut-length':
			'--max-tokens 값을 늘리세요. 보고서에 서버가 먼저 끊었다고 나오면 서버의 토큰 한도나 중지 문자열을 바꾸세요.',
		'cut-context-full': '--context-size 값이나 서버의 컨텍스트 크기를 늘리세요.',
		'cut-deadline': '--deadline 값을 늘리세요.',
		interrupted: '--resume으로 이어서 실행하세요.',
		unreadable:
			'--dialect 값과 모델의 채팅 템플릿을 확인하세요. 서버나 앱이 직접 읽는 경우에는 그쪽의 도구 호출 파서를 확인하세요.',
		'swallowed-by-engine': '엔진이 호출을 버렸습니다. 모델의 원문을 그대로 내주는 방식으로 다시 실행하세요.',
		'refused-by-server': '서버가 답변을 거부했습니다. 서버의 필터를 끄거나 다른 서버를 쓰세요.',
		'not-recorded':
			"이 프롬프트를 다시 기록하거나 캡처하세요. 솔버가 context를 거치지 않고 모델에 물었다면 needs: 'own'인 채점기만 채점합니다.",
		foreign: '정해진 문장 그대로 다시 물어보세요.',
		contradictory:
			'앱이나 엔진이 답변을 서로 다르게 알립니다. 알리는 내용을 고친 뒤(docs/on-device.md, docs/own-runner.md) 이 프롬프트를 다시 실행하거나 캡처하세요.',
		unconfirmed: '실행을 시작한 모델을 서버에 다시 올리고 그대로 둔 채 --resume으로 이 프롬프트를 다시 물어보세요.',
		'too-large':
			'샘플이 로그 한 줄의 한도(docs/limits.md)를 넘습니다. 도구, 앱, 스위트가 주는 내용을 줄인 뒤 다시 실행하세요.',
		missing: '--resume으로 이어서 실행하거나 모든 샤드를 합치세요. 캡처한 앱이라면 이 프롬프트도 캡처하세요.',
		'score-missing': 'gemmark rescore로 다시 채점하세요.',
		'not-applicable':
			'주 점수가 이 샘플을 채점하지 않습니다. 참이나 거짓을 주게 하거나 다른 점수를 주 점수로 정하세요.',
		'scorer-failed': '채점기를 고친 뒤 gemmark rescore로 다시 채점하세요.',
		'own-code-failed': '보고서가 알리는 앱, 방언(dialect), 스위트의 코드를 고친 뒤 다시 실행하세요.',
		'not-evaluated': '--resume으로 이어서 실행하세요. 캡처한 앱이라면 이 프롬프트도 캡처하세요.',
		'not-asked': '--limit과 --filter 없이, 모든 샤드를 합쳐 전체 프롬프트를 실행하세요.',
	},
};

export const noticeKo: NoticeLocale = {
	miniature: 'gemmark를 시험하기 위한 모델입니다. 앱에서 쓸 모델로 다시 실행하세요.',
	truncated: [
		'나머지와 관계없이 확정되었습니다.',
		'채점되지 않은 프롬프트가 경로를 바꿀 수 없습니다. 전부 채점하지 않았으므로 구간을 표시하지 않습니다.',
	],
	cutShort: [
		'끝나지 않은 실행입니다.',
		'아직 실행 중이거나 강제로 종료되어 로그에 마지막 줄이 없습니다. 지금까지 측정한 결과만 보여 줍니다.',
	],
	interrupted: [
		'실행이 중단되었습니다.',
		'--resume으로 이어서 실행하거나, 캡처라면 빠진 프롬프트를 마저 캡처하세요. 그때까지 측정한 결과만 보여 줍니다.',
	],
	failed: ['실행이 실패로 끝났습니다.', '그때까지 측정한 결과만 보여 줍니다.'],
	partial: (done, planned) => [
		'아직 끝나지 않은 실행입니다.',
		`계획한 샘플 ${planned}건 중 ${done}건이 로그에 있습니다.`,
	],
	notComparable: '이 실행의 시간은 비교할 수 없습니다.',
	skipped: (suite, arm) => `제외됨: ${suite}, ${arm}.`,
	damaged: (line) => ['로그가 손상되었습니다.', `마지막 줄(${line})을 빼고 읽었습니다:`],
	warning: '유의할 점:',
	failure: '실패',
	noWordLists: (language) => [
		'이 언어에서는 추임새를 구별하지 못합니다.',
		`${language} 언어의 단어 목록이 없어, 호출 앞의 짧은 대답도 의미 있는 말로 셉니다.`,
	],
};

import type { sectionsEn } from '../en/sections.ts';

export const sectionsKo: typeof sectionsEn = {
	prompt: {
		lead: '모델의 채팅 템플릿이 앱의 프롬프트를 어떻게 렌더링하는지 보여 줍니다(gemmark lint).',
		columns: ['심각도', '위치', '내용'],
		levels: { error: '오류', warning: '경고', note: '참고' },
	},
	tiles: {
		title: '한눈에 보기',
		evidence: '판정 근거',
		onDevice: (device) => `${device}에서 측정`,
		needs: (path, threshold, hits, n) => `경로 ${path} 임계값은 ${threshold}/${n}건, 이 실행은 ${hits}건입니다.`,
		early: (path) => `전체를 채점하기 전에 경로 ${path} 판정이 확정되었습니다.`,
		undecided: '미채점이거나 의견이 갈린 프롬프트에 따라 경로가 달라질 수 있습니다.',
		subset: '프롬프트나 그 반복의 일부만 실행했으므로 판정하지 않습니다.',
		all: (n) => `${n}건 모두 통과했습니다.`,
		missed: (misses, n, reason) =>
			`${n}건 중 ${misses}건 미통과.${reason === undefined ? '' : ` 가장 많은 이유: ${reason.word}(${reason.count}건).`}`,
		nothingScored: '채점할 수 있는 결과가 없습니다.',
		mean: (mean, median, n) => `샘플 ${n}건, 평균 ${mean}, 중앙값 ${median}.`,
		speed: '목표 시간 준수',
		noneWhole: '모든 턴이 도중에 잘려 시간을 알 수 없습니다.',
		excluded: (count) => `제외 ${count}건(실패하거나 잘린 턴, 비교할 수 없는 시간)`,
		within: (limit, p90) => `목표 ${limit} 이내. 느린 쪽 10%는 ${p90} 이상(p90).`,
		noneUnscored: '미채점\u00a00건',
	},
	borderline: {
		mark: '◐ 경계 판정',
		title: '경계 판정입니다.',
		because: (cause, probability, share, n) => {
			switch (cause.cause) {
				case 'chance':
					return `실제 비율이 ${share} 이상일 확률은 ${probability ?? '10%와 90% 사이'}입니다. 다시 ${n}건을 실행하면 경로가 달라질 수 있습니다.`;
				case 'every-prompt':
					return `프롬프트 ${n}건이 모두 통과해야 하는 경로이므로, 다시 실행해 한 건만 미통과여도 경로가 달라집니다.`;
				case 'tied-repeats':
					return `프롬프트 ${cause.count}건은 반복의 절반만 통과해 미통과로 집계했습니다. 통과로 집계하면 경로가 달라집니다. 반복 횟수를 홀수로 하면 동률이 없습니다.`;
				case 'split-people':
					return `샘플 ${cause.count}건은 의견이 반반으로 갈려 규칙을 따랐습니다. 반대 라벨이면 경로가 달라집니다.`;
			}
		},
	},
	line: {
		taken: (path, hits, n, title, threshold, evidence) =>
			`경로 ${path}: ‘${title}’ ${hits}/${n}건 (임계값 ${threshold}건, ${evidence}).`,
		interval: (range) => `95% 신뢰구간 ${range}`,
		noInterval: '미채점 프롬프트는 경로를 바꿀 수 없으므로 신뢰구간 없음',
		undecided: (hits, n, open, title, threshold) =>
			`판정 보류: ‘${title}’ ${hits}/${n}건, 미채점 ${open}건 (임계값 ${threshold}건).`,
		subset: (hits, scored, n, title) =>
			`판정 없음: ‘${title}’ ${hits}/${scored}건, ${scored === n ? '반복 중 일부만 실행' : `전체 프롬프트 ${n}건 중 일부만 실행`}.`,
		partly: (count) => ` 반복이 부족한 프롬프트 ${count}건.`,
		unscored: (causes) => ` 미채점: ${causes}.`,
		borderline: {
			chance: () => ' 경계 판정: 다시 실행하면 경로가 달라질 수 있음.',
			'every-prompt': () => ' 경계 판정: 모두 통과해야 하는 경로이므로 한 건만 미통과여도 달라짐.',
			'tied-repeats': (count) =>
				` 경계 판정: 반복의 절반만 통과한 프롬프트 ${count}건을 통과로 집계하면 경로가 달라짐.`,
			'split-people': (count) => ` 경계 판정: 의견이 반반으로 갈린 샘플 ${count}건이 반대 라벨이면 경로가 달라짐.`,
		},
		remedy: (count, n, cause, remedy) => `${cause} ${count}/${n}건: ${remedy}`,
	},
	gate: {
		title: (word) => `게이트: ${{ passed: '통과', failed: '실패', undecided: '보류' }[word]}`,
		lead: (passed, rules) => `규칙 ${rules}개 중 ${passed}개 통과.`,
		columns: ['지표', '조건', '측정값', '결과'],
		notMeasured: '측정되지 않음',
		baseline: '베이스라인',
		against: (name, startedAt, allowed) =>
			`베이스라인: ${name}${startedAt === undefined ? '' : `(${startedAt})`}.${allowed.length === 0 ? '' : ` 허용한 차이: ${allowed.join(', ')}.`}`,
		labelled: '규칙은 사람의 라벨이 아니라 채점기의 결과를 사용합니다.',
		results: {
			pass: '통과',
			fail: '실패',
			'soft-fail': '실패(경고만)',
			undecided: '보류',
			'soft-undecided': '보류(경고만)',
		},
	},
	fates: {
		title: '엔진별 처리 결과',
		lead: '같은 생성 결과를 각 엔진의 규칙대로 처리했습니다. 한 엔진에서 호출인 것이 다른 엔진에서는 텍스트 노출, 오류, 유실이 될 수 있습니다.',
		engine: '엔진',
		version: (version) => `${version} 기준`,
		outcomes: {
			call: '호출',
			'changed-arguments': '인자 변경',
			'text-shown': '텍스트만 표시',
			leaked: '텍스트 노출',
			swallowed: '유실',
			'not-known': '알 수 없음(도구 파라미터 기록 없음)',
			error: '오류',
			nothing: '반응 없음',
		},
		notEmulated: '재현 안 함',
		played: (played, withCalls) => `생성 ${played}건 중 ${withCalls}건에 호출이 있습니다.`,
		notRecorded: (count) => `그 밖의 ${count}건은 원문 기록이 없습니다.`,
		cut: (count) => `잘리거나 실패한 ${count}건은 집계하지 않았습니다.`,
		seen: (engine, parts) =>
			`${engine}에서 직접 처리한 결과입니다: ${parts}. 원문을 알 수 없어 다른 엔진은 재현하지 않았습니다.`,
		parted: (count) => `엔진별 결과가 다른 생성: ${count}건`,
		raw: '모델이 출력한 원문입니다. 표시한 부분을 엔진마다 다르게 처리합니다',
		beside: (path, engine, calls, parts) => [
			path === undefined ? `주의: ${engine}에서는` : `경로 ${path}. 주의: ${engine}에서는`,
			`호출이 포함된 응답 ${calls}건 중 ${parts.map(([count, what]) => `${what} ${count}건`).join(', ')}입니다.`,
		],
		parts: {
			'changed-arguments': () => '인자 변경',
			leaked: () => '텍스트 노출',
			swallowed: () => '유실',
			error: () => '오류',
		},
	},
	flutterGemma: {
		title: 'flutter_edge_ai에서의 동작',
		lead: '기록된 토큰을 flutter_edge_ai 플러그인의 규칙대로 처리한 결과입니다.',
		modelType: {
			gemma4: 'Gemma 4: 런타임이 호출을 파싱합니다. 텍스트로 시작한 응답에서는 호출이 텍스트로 노출됩니다.',
			functiongemma: 'FunctionGemma: 플러그인이 호출을 직접 파싱합니다. 호출 전 텍스트는 표시된 뒤 사라집니다.',
			text: '텍스트 형식: 플러그인이 텍스트에서 호출을 찾습니다. 호출 전 텍스트는 표시된 뒤 사라집니다.',
		},
		fates: { shown: '사용자에게 표시', saved: '대화 기록에 보존', lost: '표시된 뒤 사라짐' },
		modes: { streaming: '스트리밍 표시', whole: '완성된 뒤 표시' },
		cut: (count) => `잘리거나 실패한 응답 ${count}건은 제외했습니다.`,
		prompt: '프롬프트',
		each: '프롬프트별 결과(스트리밍 표시)',
	},
	finder: {
		title: '통과하지 못한 샘플',
		lead: '모든 스위트에서 통과하지 못한 샘플입니다. 결과 조건을 바꾸면 나머지도 볼 수 있습니다.',
		search: '검색',
		suite: '스위트',
		outcome: '결과',
		reason: '이유',
		fate: '엔진별 처리 결과',
		order: '정렬',
		any: '전체',
		outcomes: { failed: '미통과·미채점', missed: '미통과', unscored: '미채점', passed: '통과', all: '전체' },
		orders: { failures: '미통과 먼저', corpus: '코퍼스 순', slow: '느린 순', fast: '빠른 순' },
		count: '샘플 {all}건 중 {shown}건',
		none: '조건에 맞는 샘플이 없습니다.',
		more: '{count}건 더 보기',
		reset: '조건 지우기',
		link: '이 샘플의 링크',
		keys: '다음·이전 샘플, 검색',
		noScript: '검색하려면 스크립트를 켜세요. 모든 샘플은 아래 스위트별 목록에 미통과 먼저 표시됩니다.',
		repeat: '{number}회차',
	},
	reflection: {
		title: (suite, variant, miniature) =>
			`호출 실패 후 self-reflection 효과 (${suite}, ${variant}${miniature ? ', 내장 테스트 모델' : ''}):`,
		score: (title, without, reflected, gained, lost, test) =>
			`${title}: 사용 안 함 ${without}, 사용 ${reflected}. 개선 ${gained}, 회귀 ${lost}. ${test}.`,
		reflected: (count) => `self-reflection 적용 샘플: ${count}건`,
	},
	replay: {
		title: (miniature) => `prefix 보존이 다음 턴에 미치는 영향${miniature ? ' (내장 테스트 모델)' : ''}.`,
		score: (title, without, kept, gained, lost, test) =>
			`${title}: 폐기 ${without}, 보존 ${kept}. 개선 ${gained}, 회귀 ${lost}. ${test}.`,
		measure: (name, without, kept, difference, range) =>
			`${name}: 폐기 ${without}, 보존 ${kept} (차이 ${difference}${range === undefined ? '' : `, 95% 신뢰구간 ${range}`}).`,
		columns: ['다음 턴', '폐기(discard)', '보존(push)', '개선, 회귀', '검정 또는 95% 신뢰구간'],
		measures: { promptTokens: '첫 프롬프트의 토큰', outputTokens: '출력 토큰', endToEndMs: '턴 시간(ms)' },
		place: {
			'before the call': '템플릿이 보존된 prefix를 호출 앞에 렌더링합니다.',
			'between call and response': '템플릿이 보존된 prefix를 호출과 응답 사이에 렌더링합니다.',
			'behind the response': '템플릿이 보존된 prefix를 응답 뒤에 렌더링합니다.',
			nowhere: '템플릿이 보존된 prefix를 폐기합니다.',
		},
	},
	device: {
		title: '시간에 따른 기기 상태',
		lead: (device) => `${device}의 상태를 실행한 순서대로 표시합니다. 발열 상태가 ‘중간’ 이상이면 강조합니다.`,
		thermal: '발열 상태',
		memory: '앱 메모리',
		battery: '배터리',
		powerSave: '절전 모드',
		sample: '샘플',
		yes: '켜짐',
		no: '꺼짐',
		changes: '발열 상태나 절전 모드가 바뀐 샘플',
		more: (rows) => `이후 변화 ${rows}건은 로그에 있습니다.`,
		range: (low, high) => (low === high ? low : `${low}~${high}`),
		statuses: {
			nominal: '정상',
			light: '약함',
			moderate: '중간',
			severe: '심함',
			critical: '위험',
			emergency: '긴급',
			shutdown: '종료 직전',
		},
		backend: '백엔드',
		firstInit: '첫 초기화',
		laterInit: '이후 초기화',
		notComparable: '시간에서 제외한 샘플(발열 등)',
		askedAgain: '연결이 끊겨 다시 실행한 샘플',
	},
	remedies: {
		'engine-failed': '보고서의 실패 기록과 엔진·서버 로그를 확인해 수정한 뒤 다시 실행하세요.',
		'cut-length': '--max-tokens 값을 늘리세요. 서버가 먼저 끊은 경우 서버의 토큰 한도나 중지 문자열을 바꾸세요.',
		'cut-context-full': '--context-size 값이나 서버의 컨텍스트 크기를 늘리세요.',
		'cut-deadline': '--deadline 값을 늘리거나 더 빠른 엔진을 사용하세요.',
		interrupted: '--resume으로 이어서 실행하세요.',
		unreadable:
			'--dialect 값과 채팅 템플릿을 확인하세요. 서버나 앱이 호출을 파싱하는 경우 그쪽의 도구 호출 파서를 확인하세요.',
		'swallowed-by-engine': '원문을 그대로 출력하는 방식이나 다른 엔진으로 다시 실행하세요.',
		'refused-by-server': '보고서의 서버 메시지를 확인하세요. 서버의 필터를 끄거나 다른 서버를 사용하세요.',
		'not-recorded':
			"이 프롬프트를 다시 기록하거나 캡처하세요. 솔버가 context를 거치지 않으면 needs: 'own'인 채점기를 사용하세요.",
		foreign: '코퍼스의 프롬프트 그대로 다시 실행하세요.',
		contradictory:
			'앱이나 엔진이 보고하는 내용을 수정한 뒤(docs/on-device.md, docs/own-runner.md) 이 프롬프트를 다시 실행하세요.',
		unconfirmed: '실행한 모델을 서버에 다시 올린 채로 --resume을 사용해 이 프롬프트를 다시 실행하세요.',
		'too-large': '도구, 앱, 스위트의 출력을 로그 한 줄의 한도(docs/limits.md) 이내로 줄인 뒤 다시 실행하세요.',
		missing: '--resume으로 이어서 실행하거나 모든 샤드를 합치세요. 캡처한 앱이라면 이 프롬프트도 캡처하세요.',
		'score-missing': 'gemmark rescore로 다시 채점하세요.',
		'not-applicable':
			'채점기가 이 샘플에 undefined를 반환했습니다. 참이나 거짓을 반환하거나 다른 점수를 대표 점수로 지정하세요.',
		'scorer-failed': '채점기를 수정한 뒤 gemmark rescore로 다시 채점하세요.',
		'own-code-failed': '보고서에 나온 앱, 호출 형식(dialect), 스위트의 코드를 수정한 뒤 다시 실행하세요.',
		'not-evaluated': '--resume으로 이어서 실행하세요. 캡처한 앱이라면 이 프롬프트도 캡처하세요.',
		'not-asked': '--limit과 --filter 없이, 모든 샤드를 합쳐 전체 프롬프트를 실행하세요.',
	},
	markdown: {
		decision: () => '판정 결과',
		target: '대상',
		model: '모델',
		device: '기기',
		run: (startedAt) => `${startedAt} 실행`,
		nothingDecided: '이 실행에는 판정을 내리는 스위트가 없습니다.',
		repeat: '다시 실행하기',
		evidence: (rate, intervals, threshold, probability) =>
			`통과율 ${rate} · 95% 신뢰구간 ${intervals}${probability === undefined ? '' : ` · 실제 비율이 ${threshold} 이상일 확률 ${probability}`}`,
		path: (name, title) => `경로 ${name}: ${title}.`,
		promptColumns: ['프롬프트', '통과', '호출 전 텍스트', '이유', '첫 호출', '미통과 항목', '호출까지'],
		answer: '마지막 응답',
		epochs: '반복',
		scoreColumns: ['방식', '점수', '건수', '결과'],
		interval: (clustered) => (clustered ? '95% 신뢰구간(프롬프트 기준 군집 보정)' : '95% 신뢰구간(Wilson)'),
		unscored: '미채점',
		none: '없음',
		of: (hits, n) => `${hits}/${n}건`,
		prompts: (count) => `프롬프트 ${count}건`,
		mean: (mean, median) => `평균 ${mean} / 중앙값 ${median}`,
		load: '모델 로드',
		memory: '최대 메모리',
		failedTurns: (n) => `실패하여 시간에서 제외한 턴 ${n}건`,
		timeColumns: ['시간', '스위트', '상태'],
		tail: 'p95(속도는 p5)',
	},
};

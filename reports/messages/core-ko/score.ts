/** Korean of `src/base/messages/score.ts`. Alphabetical by code. */
export const score = {
	'score.against-first':
		'경로 없음: 규칙 집계는 {n}건 중 {hits}건이지만, 규칙의 오류를 반영하면 보존할 만한 텍스트가 {threshold}건 미만입니다({share}%). 규칙이 집계한 텍스트 {open}건을 라벨링하세요: gemmark label RUN',
	'score.against-second':
		'경로 없음: 규칙 집계는 {n}건 중 {hits}건이지만, 규칙의 오류를 반영하면 보존할 만한 텍스트가 {threshold}건 이상입니다({share}%). 규칙이 집계하지 않은 텍스트 {open}건을 라벨링하세요: gemmark label RUN',
	'score.alike': '비슷한 다른 프롬프트로 실행해도 10번 중 9번 이상 같은 판정이 나옵니다.',
	'score.all-thought': '토큰을 모두 thinking에 사용함',
	'score.any-call-expected': '아무 도구나 호출해야 함',
	'score.argument': '{name}: 기대 {wanted} / 실제 {given}',
	'score.argument-default': '{name}: 기대 {wanted} / 실제 없음(앱의 기본값 {given})',
	'score.argument-none': '{name}: 기대 {wanted} / 실제 없음',
	'score.argument-rounded': '{name}: 기대 {wanted} / 실제 {given}(적힌 수에 가장 가까운 값)',
	'score.at-least': '최소 {n}',
	'score.at-most': '최대 {n}',
	'score.at-tool': '{tool}: {problem}',
	'score.between': '경로 {path}일 확률은 미채점 프롬프트 {open}건에 따라 {low}~{high}%입니다.',
	'score.call-cut': '호출에 끝이 없거나 읽을 수 없고, 생성이 거기서 잘렸는지 캡처에 없음',
	'score.call-without-arguments': '서버가 보고한 호출에 필요한 인자가 없음',
	'score.call-without-name': '서버가 보고한 호출에 도구 이름이 없음',
	'score.called':
		'모델은 {n}건 중 {called}건에서 도구를 호출했습니다[[. 호출한 {called}건 중 {hits}건에 보존할 만한 텍스트가 있습니다]].',
	'score.code-threw': '예외 발생: {thrown}',
	'score.contradictory': [
		'기록 불일치',
		'앱이나 엔진이 보고하는 내용을 고친 뒤(docs/on-device.md, docs/own-runner.md) 이 프롬프트를 다시 실행하세요.',
	],
	'score.count': '{reason} {n}건',
	'score.cut': '도중에 잘림',
	'score.cut-context-full': ['컨텍스트 초과로 잘림', '--context-size 값이나 서버의 컨텍스트 크기를 늘리세요.'],
	'score.cut-deadline': ['제한 시간 초과로 잘림', '--deadline 값을 늘리거나 더 빠른 엔진을 사용하세요.'],
	'score.cut-length': [
		'토큰 한도 초과로 잘림',
		'--max-tokens 값을 늘리세요. 서버가 먼저 끊은 경우 서버의 토큰 한도나 중지 문자열을 바꾸세요.',
	],
	'score.doubt-every':
		'근소한 판정: 모든 프롬프트가 통과해야 하는 경로이며, 다른 프롬프트에서는 미통과가 나올 수 있습니다.',
	'score.doubt-people': '경계 판정: 텍스트 {n}건에서 사람의 의견이 반으로 갈렸고, 그에 따라 경로가 바뀔 수 있습니다.',
	'score.doubt-phrase':
		'경계 판정: 집계된 {hits}건 중 {n}건이 같은 표현입니다. 이 표현이 보존할 만하지 않다면 경로는 {other}입니다.',
	'score.doubt-prompts':
		'근소한 판정: 비슷한 다른 프롬프트[[ {n}건]]에서는 경로 {other}일 수 있습니다[[({share}%)]]. 프롬프트를 늘려 확인하세요.',
	'score.doubt-prompts-greedy':
		'근소한 판정: 비슷한 다른 프롬프트[[ {n}건]]에서는 경로 {other}일 수 있습니다[[({share}%)]]. 프롬프트를 늘려 확인하세요. 다시 실행해도 결과는 같습니다.',
	'score.doubt-rule': '경계 판정: 규칙의 오류를 반영하면 이 판정이 맞을 확률은 {share}%입니다.',
	'score.doubt-rule-range':
		'경계 판정: 규칙의 오류를 반영하면 이 판정이 맞을 확률은 미채점 프롬프트 {open}건에 따라 {low}~{high}%입니다.',
	'score.doubt-sampling': '한 번씩만 실행했으므로 다시 실행하면 응답이 다를 수 있습니다. --epochs 3으로 확인하세요.',
	'score.doubt-tied': '경계 판정: 프롬프트 {n}건은 반복 결과가 동률이며, 통과로 집계하면 경로가 바뀝니다.',
	'score.empty-answer': '응답이 비어 있음(텍스트, 호출, 보고된 토큰 모두 없음)',
	'score.engine-failed': ['엔진 오류', '보고서의 실패 기록과 엔진·서버의 로그를 확인해 고친 뒤 다시 실행하세요.'],
	'score.epochs-disagree': '반복마다 결과가 다른 프롬프트 {n}건: {prompts}.',
	'score.error-unknown': '이 경우 규칙의 오류율은 알 수 없습니다.',
	'score.expected': '기대: {wanted}',
	'score.expected-got': '기대: {wanted} / 실제: {given}',
	'score.foreign': ['코퍼스와 다른 프롬프트', '코퍼스의 프롬프트 그대로 다시 실행하세요.'],
	'score.interrupted': ['실행 중단', '--resume으로 이어서 실행하세요.'],
	'score.killed': ['시스템에 의해 종료됨', '더 작은 모델이나 컨텍스트, 또는 메모리가 더 많은 기기를 사용하세요.'],
	'score.label-counted':
		'규칙이 집계한 텍스트 {n}건을 라벨링하세요[[. 보통 {usual}건이면 확정됩니다]]: gemmark label RUN',
	'score.label-missed':
		'규칙이 집계하지 않은 텍스트 {n}건을 라벨링하세요[[. 보통 {usual}건이면 확정됩니다]]: gemmark label RUN',
	'score.message-number': '{n}번째 메시지',
	'score.messages-alone': "솔버의 context를 거친 생성이 없고, 메시지만 있으면 needs: 'own'인 채점기로만 채점함",
	'score.missing': [
		'로그에 없음',
		'--resume으로 이어서 실행하거나 모든 샤드를 합치세요. 캡처한 앱이라면 이 프롬프트도 캡처하세요.',
	],
	'score.never-called': [
		'도구 호출 없음',
		'채팅 템플릿, 호출 형식(dialect), 도구 선언을 확인하거나(gemmark lint) 더 큰 모델을 사용하세요.',
	],
	'score.no-call': '호출 없음',
	'score.no-call-expected': '호출하지 않아야 함 / 실제: {calls}',
	'score.no-path':
		'판정 보류: 프롬프트 {n}건 중 {hits}건 통과, 미채점 {open}건[[({causes})]], 경로 {first}에는 {threshold}건 필요.',
	'score.no-path-call': '경로 없음: 프롬프트 {n}건 중 도구 호출 0건. 도구를 호출해야 판정할 수 있습니다.',
	'score.no-path-short': '경로 없음, {hits}/{n}건',
	'score.no-such-tool': '{tool}: 없는 도구',
	'score.not-a-score': '{kind} 점수로 쓸 수 없는 {value} 값을 반환함',
	'score.not-applicable': [
		'대표 점수 없음',
		'이 샘플에 적용되는 대표 점수가 없습니다. 점수를 매기거나 다른 점수를 대표 점수로 지정하세요.',
	],
	'score.not-evaluated': ['실행되지 않음', '--resume으로 이어서 실행하세요. 캡처한 앱이라면 이 프롬프트도 캡처하세요.'],
	'score.not-json': 'JSON이 아님',
	'score.not-judged': '미채점: {list}',
	'score.not-known': '알 수 없음',
	'score.not-recorded': [
		'기록 없음',
		"이 프롬프트를 다시 기록하거나 캡처하세요. 솔버가 context를 거치지 않고 모델을 호출했다면 needs: 'own'인 채점기만 채점합니다.",
	],
	'score.not-repeated': ['반복 횟수 부족', '--resume으로 이어서 실행하세요.'],
	'score.own-code-failed': [
		'앱·평가 코드 오류',
		'보고서에 나온 앱, 호출 형식(dialect), 스위트의 코드를 고친 뒤 다시 실행하세요.',
	],
	'score.path':
		'경로 {path}: 프롬프트 {n}건 중 {hits}건 통과, 경로 {first}에는 {threshold}건 필요[[, 95% 신뢰구간 {low}~{high}%]].',
	'score.path-labels':
		'경로 {path}: 규칙과 라벨을 합쳐 {n}건 중 {hits}건(기준 {threshold}건)입니다[[. 규칙의 오판 가능성을 감안하면 {low}~{high}건입니다]].',
	'score.path-rule':
		'경로 {path}: {n}건 중 {hits}건이 보존할 만합니다(기준 {threshold}건)[[. 규칙의 오판 가능성을 감안하면 {low}~{high}건입니다]].',
	'score.path-short': '경로 {path}, {hits}/{n}건',
	'score.prefix-forbidden':
		'시스템 프롬프트가 집계 대상인 호출 전 텍스트를 금지합니다(‘{quote}’). 경로는 모델이 아니라 프롬프트의 결과입니다. 이 문장을 삭제한 뒤 다시 실행하세요.',
	'score.people-all': '사람이 텍스트 {of}건을 모두 라벨링했습니다. 규칙만 적용하면 {rule}.',
	'score.people-some':
		'사람이 텍스트 {of}건 중 {labelled}건을 라벨링했고[[(의견이 갈린 {disputed}건 포함)]] 나머지는 규칙이 판정했습니다. 규칙만 적용하면 {rule}.',
	'score.promise': '{kind} 점수 대신 프로미스(Promise)를 반환함',
	'score.reason-not-text': '점수의 이유나 상세 내용이 문자열이 아님',
	'score.refused-by-server': [
		'서버에서 응답 거부',
		'보고서에서 서버의 메시지를 확인하세요. 서버의 필터를 끄거나 다른 서버를 사용하세요.',
	],
	'score.score-missing': ['점수 없음', 'gemmark rescore로 다시 채점하세요.'],
	'score.scorer-failed': ['채점기 오류', '채점기를 고친 뒤 gemmark rescore로 다시 채점하세요.'],
	'score.state-changed': '앱 상태가 바뀜',
	'score.state-hidden': '코드 없이 선언한 앱에서는 도구가 바꾼 상태를 알 수 없음(defineApp의 snapshot()으로 확인 가능)',
	'score.state-not-captured': '캡처에는 앱의 상태가 없음',
	'score.subset':
		'판정 없음: 채점한 프롬프트 {judged}건 중 {hits}건 통과, 코퍼스는 {n}건[[, 반복이 일부만 있는 {partly}건]][[, 미채점: {causes}]].',
	'score.subset-of-repeats':
		'판정 없음: 채점한 프롬프트 {judged}건 중 {hits}건 통과, 반복 일부 누락[[, 미채점: {causes}]].',
	'score.swallowed-by-engine': [
		'엔진에서 호출 유실',
		'원문을 그대로 출력하는 방식이나 다른 엔진으로 다시 실행하세요. 엔진별 처리 결과는 `gemmark fates`로 볼 수 있습니다.',
	],
	'score.timeout-right': [
		'시간 초과. 호출은 맞음',
		'더 빠른 엔진이나 한가한 기기를 쓰거나, 앱이 기다릴 수 있는 만큼 스위트의 timeout을 늘리세요.',
	],
	'score.times-left-out': '비교할 수 있는 시간 없음',
	'score.too-large': [
		'로그 한도 초과',
		'도구, 앱, 스위트의 출력을 로그 한 줄의 한도(docs/limits.md) 이내로 줄인 뒤 다시 실행하세요.',
	],
	'score.tool-not-offered': '이 샘플에서 앱이 제공하지 않은 도구: {tool}',
	'score.turned':
		'경로 없음: 사람이 텍스트 {of}건 중 {labelled}건을 라벨링했습니다[[(의견이 갈린 {disputed}건 포함)]]. 나머지를 규칙으로 집계하면 결과는 {people}. 나머지에 따라 다시 바뀔 수 있습니다. 규칙만 적용하면 {rule}.',
	'score.unconfirmed': [
		'다른 모델의 응답일 수 있음',
		'실행할 때의 모델을 다시 불러와 유지한 뒤 --resume으로 이 프롬프트를 다시 실행하세요.',
	],
	'score.unreadable': [
		'읽을 수 없음',
		'모델에 맞는 호출 형식(dialect)과 템플릿(--dialect, --template)을 사용하세요. 서버나 앱이 호출을 파싱하면 그 도구 호출 파서를 설정하세요.',
	],
	'score.unscored': '미채점',
	'score.unscored-certain': '미채점 프롬프트({causes})는 경로를 바꿀 수 없습니다. 신뢰구간은 표시하지 않습니다.',
	'score.value-too-large': '한도({limit})를 넘는 값을 반환함: {value}',
	'score.words-held-back': '엔진이 호출을 거부하면서 그 앞 텍스트도 일부 보내지 않음',
} as const;

/** Korean of `src/base/messages/run.ts`. Alphabetical by code. */
export const run = {
	'call.extra-argument': '{tool} 호출에 필요 없는 인자 {name}: {given}',
	'call.missing-argument': '{tool} 호출에 인자 {name} 누락',
	'call.not-called': '{wanted} 호출하지 않음',
	'call.not-needed': '필요 없는 {given} 호출',
	'call.repeated': '{given} 중복 호출',
	'call.too-many': '{given}도 호출',
	'call.unreadable': '{wanted} 대신 읽을 수 없는 호출',
	'call.wrong-tool': '{wanted} 대신 {given} 호출',
	'call.wrong-value': '{tool} 호출의 인자 {name}: {wanted} 대신 {given}',
	'log.append-failed': ['{path}: 쓸 수 없습니다({code})', '디스크와 권한을 확인한 뒤 이어서 실행하세요.'],
	'log.cannot-make': ['{folder}: 만들 수 없습니다({code})', '다른 폴더를 선택하세요.'],
	'log.cannot-read': ['{path}: 읽을 수 없습니다({code})', '실행 폴더나 그 안의 log.jsonl을 지정하세요.'],
	'log.cannot-write': ['{path}: 쓸 수 없습니다({code})', '다른 폴더를 선택하세요.'],
	'log.changed': [
		'{path}: 실행 중에 바뀌었습니다(기록한 크기 {written}바이트, 현재 {size}바이트)',
		'다른 프로그램이 쓰지 않도록 한 뒤 이어서 실행하세요.',
	],
	'log.deleted': ['{path}: 실행 중에 삭제되거나 다른 파일로 바뀌었습니다', '실행 폴더를 그대로 둔 채 다시 실행하세요.'],
	'log.duplicate': ['{key}: {line}번째 줄의 같은 샘플과 다릅니다', 'gemmark가 쓴 로그를 그대로 사용하세요.'],
	'log.empty': ['{source}: 로그가 비어 있습니다', '이어서 실행하면 처음부터 다시 시작합니다.'],
	'log.field': '{field}: {problem}',
	'log.header-cut': ['{source}: 헤더가 중간에 잘렸습니다', '이어서 실행하면 처음부터 다시 시작합니다.'],
	'log.line': ['{place}: {problem}', '이 버전의 gemmark가 쓴 log.jsonl인지 확인하세요.'],
	'log.line-too-deep': '{limit}단계보다 깊이 중첩되었습니다',
	'log.other-pieces': '이 줄에 없는 조각이나 호출을 참조하는 이벤트 또는 메시지가 있습니다',
	'log.line-too-long': '한 줄이 {limit}자를 넘습니다',
	'log.linked': ['{file}: 파일이나 상위 폴더가 링크이며 링크는 따라가지 않음', '실행 폴더를 직접 옮기세요.'],
	'log.lock-gone': [
		'{path}.lock: 실행 중에 삭제되거나 바뀌었습니다',
		'다른 프로세스가 이 로그를 쓰고 있을 수 있습니다. 모두 끝난 뒤 이어서 실행하세요.',
	],
	'log.moved': ['{path}: 실행 중에 이동하거나 바뀌었습니다', '실행 폴더를 원래 위치로 되돌린 뒤 이어서 실행하세요.'],
	'log.no-header': '첫 줄이 헤더가 아니라 {type} 줄입니다',
	'log.no-line': '로그에 기록할 수 없습니다({problem})',
	'log.not-a-plan': ['{file}: 스윕 계획 파일이 아닙니다: {problem}', '스윕을 다시 실행하세요.'],
	'log.not-json': 'JSON이 아닙니다',
	'log.not-planned': '{suite} {sample}: 이 실행의 샘플이 아닙니다',
	'log.other-suite': [
		'{suite}: 로그의 샘플이 이 스위트와 맞지 않습니다({problem})',
		'실행할 때의 스위트나 설정으로 채점하세요.',
	],
	'log.report-failed': ['{file}: 쓸 수 없습니다({code})', '디스크와 폴더 권한을 확인한 뒤 다시 시도하세요.'],
	'log.report-failed-after-run': [
		'{file}: 쓸 수 없습니다({code})',
		'로그는 저장되어 있습니다. gemmark report {run}[[ --out {out}]]으로 보고서를 다시 만드세요.',
	],
	'log.rewrite-failed': ['{path}: 쓸 수 없습니다({code})', '기존 로그는 그대로입니다.'],
	'log.sample-transformed': '{field}: 스위트의 스키마가 값을 바꾸며, 같은 id의 코퍼스 샘플이 달라졌음',
	'log.second-footer': '종료 줄(footer)이 같은 결과로 두 번 이어집니다',
	'log.second-header': '헤더가 두 번 나옵니다. 로그 두 개가 한 파일에 들어 있습니다',
	'log.taken-over': [
		'{path}: 다른 프로세스가 이 실행을 이어받았습니다',
		'끝난 샘플은 저장되어 있습니다. 한 프로세스에서만 이어서 실행하세요.',
	],
	'log.unwritable': [
		'{where}: 로그에 쓸 수 없는 값입니다({problem})',
		'이 값을 반환하는 코드를 고치세요. 기록된 내용은 없습니다.',
	],
	'log.version': [
		'{source}: 로그 버전 {version}, 이 gemmark가 읽는 버전 {known}',
		'로그를 기록한 버전의 gemmark를 사용하거나 다시 실행하세요.',
	],
	'mcp.deaf': '입력을 읽지 않아 종료함',
	'mcp.ended': 'MCP 서버 {server}: 실행 중 {n}번 종료되었습니다. 첫 종료: {how}.',
	'mcp.flood': '요청하지 않은 메시지를 {limit}개 넘게 보내 종료함',
	'mcp.output-schema':
		'MCP 서버 {server}: 도구 {tool}의 outputSchema를 쓸 수 없어({reason}) 응답을 그 스키마로 검사하지 않습니다.',
	'mcp.tools-changed':
		'MCP 서버 {server}: 실행 중 도구가 바뀌었습니다({changes}). 모델에는 시작 시점의 도구를 제공했고, 헤더의 해시도 그 도구 기준입니다.',
	'mcp.tools-gone': '삭제: {tools}',
	'mcp.tools-new': '추가: {tools}',
	'mcp.tools-redeclared': '변경: {tools}',
	'run.budget-group':
		'{place}: {suite} 스위트에 {group} 샘플이 없어 이 목표 시간을 확인하지 않습니다.[[ 있는 그룹: {known}.]]',
	'run.budget-group-not':
		'{place}: {suite} 스위트에 {group} 샘플이 없어 이 목표 시간을 모든 샘플에 적용합니다.[[ 있는 그룹: {known}.]]',
	'run.budget-suite': '{place}: ‘{suite}’ 스위트가 없어 이 목표 시간을 확인하지 않습니다. 설정에 있는 스위트: {known}.',
	'run.choice-filter': '필터 {pattern}',
	'run.choice-limit': '앞에서 {n}건까지',
	'run.choice-shard': '샤드 {count}개 중 {index}번째',
	'run.choice-without-shards': '빠진 샤드 {list}',
	'run.cut-samples': [
		'샘플 {of}건 중 {n}건은 응답이 중간에 잘렸습니다[[. 그중 {unscored}건은 대표 점수가 없습니다]].',
		'한도에서 잘린 샘플은 이미 나온 텍스트로 점수가 정해지지 않는 한 통과로도 미통과로도 집계하지 않습니다.',
	],
	'run.damaged': ['로그가 손상되었습니다.', '마지막 줄({line})을 제외했습니다: {problem}.'],
	'run.damaged-characters':
		'서버({server})가 턴 {n}건에서 깨진 글자(U+FFFD)를 보냈습니다. 글자 하나를 두 조각으로 나눠 보낸 탓으로, 모델의 잘못이 아니지만 점수에는 불리합니다. 서버를 업데이트하거나 다른 서버를 쓰세요.',
	'run.device-doubt': '{why} ({n})',
	'run.device-killed': '시스템에 의한 종료: {of}건 중 {n}건({why}). 점수가 틀린 것이 아니라 없습니다.',
	'run.device-lost':
		'샘플 {n}건에서 앱과 연결이 끊겨[[(프로세스 종료: {why})]] 다시 실행했습니다. 한 번씩만 집계합니다.',
	'run.device-times': '샘플 {of}건 중 {n}건의 시간은 비교할 수 없어 제외했습니다: {reasons}.',
	'run.expected-refused':
		'{suite} 스위트: 샘플 {of}건 중 {n}건이 기대하는 호출을 앱의 도구가 거부합니다. 통과로 채점되어도 실제로는 실행되지 않는 호출입니다. 첫 샘플: {sample}({tool}: {why})',
	'run.failure': ['실패 ({kind}).', '{said}[[ ({where})]]'],
	'run.fingerprint-changed': '실행 도중에 서버 설정이 바뀌었습니다(system_fingerprint): {list}.',
	'run.fingerprint-count': '{fingerprint}(샘플 {n}건)',
	'run.finish-without-call':
		'서버가 응답 {n}건을 ‘{word}’로 끝냈지만 호출을 보내지 않았습니다. 호출이 숨겨졌을 수 있는 응답은 채점하지 않습니다. 서버의 도구 호출 파서를 확인하세요.',
	'run.greedy':
		'greedy 디코딩의 결과입니다. 모델 카드의 권장대로 샘플링(T 1.0)하는 앱에서는 결과가 다를 수 있습니다. 확인: --sampling recommended',
	'run.incomplete': ['일부만 실행되었습니다.', '계획한 샘플 {of}건 중 {n}건이 로그에 있습니다.'],
	'run.leaked-marks':
		'채팅 템플릿 표시({marks})가 턴 {n}건에서 텍스트로 노출되었습니다. 서버나 앱의 템플릿과 중지 문자열을 확인하세요.',
	'run.marks-in-arguments':
		'채팅 템플릿 표시({marks})가 턴 {n}건의 호출 인자에 들어 있습니다. 이런 인자는 미통과로 채점합니다. 서버나 앱의 템플릿과 파서를 확인하세요.',
	'run.log-digest-differs': '기록 후 로그가 바뀌었습니다. 다이제스트가 일치하지 않습니다.',
	'run.mcp-not-started': 'MCP 서버는 실행할 때만 시작하므로 여기서는 그 도구를 확인하지 않습니다.',
	'run.merged-systems': '시스템 프롬프트가 두 가지인 샤드를 합쳤습니다: {suites}.',
	'run.mixed-answers': '실행의 부분마다 응답 환경({fields})이 달라 시간뿐 아니라 응답도 다를 수 있습니다.',
	'run.mixed-times': '실행의 부분마다 측정 조건({fields})이 달라 시간을 비교할 수 없습니다.',
	'run.nameless-calls':
		'샘플 {n}건에서 서버가 이름 없는 호출을 보내 채점하지 않았습니다. 서버를 업데이트하거나 다른 도구 호출 파서를 선택하세요.',
	'run.no-constrained-decoding': '이 엔진은 제약 디코딩을 지원하지 않습니다.',
	'run.no-pattern':
		'{suite} 스위트: 습관 유형 {type}의 예시 패턴이 없어 예시 없이 요청했습니다. 실제 앱보다 유효한 후보가 적게 나올 수 있습니다.',
	'run.no-token-counts':
		'엔진이 토큰 수를 보고하지 않은 턴은 {n}건, 그중 호출이 없는 턴은 {silent}건입니다. 이런 턴에서는 유실된 호출이나 잘린 응답·프롬프트를 확인할 수 없습니다.',
	'run.no-word-lists': [
		'이 언어에서는 단순 응답을 구별하지 못합니다.',
		'{language} 언어의 단어 목록이 없어, 호출 전의 단순 응답도 의미 있는 prefix로 집계합니다.',
	],
	'run.promptfoo-left-out':
		'{suite}: promptfooconfig 중 {n}곳은 가져올 수 없어 실행하지 않았습니다(refused.jsonl 참고). 비율은 나머지 기준입니다.',
	'run.prompts-cut':
		'{suite}: 시스템 프롬프트만 {words}어절인데, 프롬프트 {of}건 중 {n}건에서 서버가 보고한 토큰은 {seen}개뿐입니다. 서버가 긴 프롬프트를 자르므로 컨텍스트를 늘리세요.',
	'run.prompts-long':
		'{suite}: {ids} 샘플에서 서버가 보고한 프롬프트 토큰이 {seen}개로, 다른 샘플({most}개 이하)보다 지나치게 많습니다. 서버의 집계가 잘못되었거나 다른 샘플의 프롬프트가 잘렸을 수 있습니다.',
	'run.prompts-short':
		'{suite}: {ids} 샘플에서 서버가 보고한 프롬프트 토큰이 {seen}개뿐입니다. 시스템 프롬프트와 도구만으로도 {floor}개 이상이므로 프롬프트가 잘렸을 수 있습니다.',
	'run.refused-attempts':
		'서버가 샘플 {n}건의 요청을 {attempts}회 거부해 다시 전송했습니다. 대기한 {seconds}초는 모든 시간에서 제외했습니다.',
	'run.repeats-agree': 'temperature 0에서 {epochs}회 반복한 프롬프트 {of}건의 응답이 모두 같습니다.',
	'run.repeats-differ':
		'temperature 0에서 {epochs}회 반복한 프롬프트 {of}건 중 {n}건의 응답이 서로 다릅니다: {prompts}[[ 외 {more}건]]. 엔진의 응답이 반복마다 같지 않습니다.',
	'run.rescored':
		'{date}에 다시 채점한 실행입니다. 샘플 {n}건 중 {changed}건의 점수가 바뀌었습니다[[. 선언이 바뀐 항목: {fields}]].',
	'run.sampler-unused':
		'{runner} 러너는 {sampler} 샘플링을 지원하지 않아 {sampler} {value} 설정을 적용하지 않았습니다.',
	'run.processes-at-once': '프로세스 {n}개가 기기를 나눠 썼습니다. 시간을 측정하려면 --processes 1로 실행하세요.',
	'run.answer-damaged': '응답 캐시에서 손상된 응답을 지우고 모델에 다시 요청합니다({file}).',
	'run.answer-cache': '응답 캐시를 사용하지 않습니다: {problem} ({file}).',
	'run.answers-cached':
		'샘플 {of}건 중 {n}건은 캐시된 응답을 사용해 시간이 측정되지 않았습니다. --no-cache로 실행하면 모델에 다시 요청합니다.',
	'run.process-lost':
		'엔진 프로세스 {n}개 중 하나가 종료되었습니다: {said}. 남은 샘플은 다른 프로세스가 이어받았습니다.',
	'run.samples-at-once': '샘플 {n}건이 동시에 엔진 하나를 나눠 썼습니다.',
	'run.scorer-failed': [
		'모델이 아니라 {suite} 스위트의 채점기 {name}에서 오류 발생(샘플 {of}건 중 {n}건):',
		'{said}[[; 그 밖의 오류 {more}종]]',
	],
	'run.scores-differ':
		'{suite}: 샘플 {n}건({samples})의 {score} 점수가 로그에는 {before}, 지금은 {after}입니다. gemmark rescore로 다시 채점하세요.',
	'run.skipped': ['제외됨: {suite}, {variant}.', '{reason}'],
	'run.stop-budget': '{n}턴 중 {over}턴에서 목표 시간 {limit} ms 초과',
	'run.stop-calls': '{suite}의 프롬프트 {n}건 중 맞는 도구 호출 없음',
	'run.stop-gate': '게이트 요구 {metric} {expected}[[, 측정값 {value}]]',
	'run.stop-gate-calls': '호출 {n}건 중 {right}건 맞음, 게이트 요구 {metric} {expected}',
	'run.suite-failed': [
		'모델이 아니라 앱, 호출 형식(dialect) 또는 {name} 스위트의 코드에서 오류 발생(샘플 {of}건 중 {n}건):',
		'{said}[[; 그 밖의 오류 {more}종]]',
	],
	'run.parallel-cpu': '--parallel 대신 기본값을 사용합니다. CPU에서 1GB 미만 모델은 코어당 프로세스 1개가 더 빠릅니다.',
	'run.suite-too-small':
		'{suite}: 프롬프트 {n}건으로는 회귀가 없어도 하락 폭이 {margin}%p 이내인지 확인할 수 없습니다. 그때까지는 비교 결과가 출시 가능이 될 수 없습니다. 프롬프트를 {needed}건으로 늘리거나 --margin {suite}={least}%를 지정하세요.',
	'run.surplus-threads': '엔진 스레드 {threads}개가 이 기기의 코어 {cores}개를 나눠 써서 모든 시간이 길어집니다.',
	'run.sustain-killed': '시스템에 의해 종료됨({why})',
	'run.sustain-lost': '엔진 또는 앱이 종료됨',
	'run.thinking-off':
		'thinking을 껐는데도 샘플 {n}건에서 서버나 앱이 reasoning을 보냈습니다. 그 안의 prefix는 집계하지 않습니다. 서버의 reasoning 파서를 끄거나 --thinking on으로 실행하세요.',
	'run.thoughts-in-text':
		'서버가 턴 {n}건에서 thinking을 텍스트에 남겨 사용자에게 그대로 보입니다. 서버의 reasoning 파서를 켜거나 thinking을 끄세요.',
	'run.times-not-comparable': ['이 실행의 측정 시간은 비교에 쓸 수 없습니다.', '{why}'],
	'run.tool-counts':
		'{suite}: 프롬프트 {n}건은 앞부분을 공유하지 않습니다(행 {rows}개, 도구 {counts}개씩). 모델이 매번 전체를 처리하므로, 큰 모델을 CPU에서 실행하면 몇 시간이 걸릴 수 있습니다.[[ 행 {rows}개로는 회귀가 없어도 하락이 {margin}%p 이내임을 보일 수 없습니다. {needed}개를 사용하세요.]]',
	'run.tool-failed': [
		'모델이 아니라 앱의 도구 {name}에서 오류 발생(호출 {of}건 중 {n}건):',
		'{said}[[; 그 밖의 오류 {more}종]]',
	],
	'run.tool-unanswered': '준비된 응답이 없는 도구: {tool}. 모델은 ‘no_answer’를 받습니다.',
	'run.unended-cut': [
		'로그에 마지막 줄이 없습니다. 아직 실행 중이거나 강제 종료되었습니다.',
		'그때까지의 결과만 표시합니다.',
	],
	'run.unended-failed': ['실행이 실패로 끝났습니다.', '그때까지의 결과만 표시합니다.'],
	'run.unended-interrupted': [
		'실행이 중단되었습니다.',
		'--resume으로 이어서 실행하거나 빠진 프롬프트를 캡처하세요. 그때까지의 결과만 표시합니다.',
	],
	'sweep.no-axis': [
		'{runner} 엔진에 {axis} 설정이 없습니다',
		'그대로 측정하려면 설정 파일의 sweep.targets에 추가하세요.',
	],
	'sweep.no-gguf': [
		'{runner} 엔진은 GGUF 파일을 지원하지 않습니다',
		'해당 엔진용 모델을 설정 파일의 sweep.targets에 추가하세요.',
	],
	'sweep.no-memory': [
		'앞의 셀이 메모리 {memory} 중 {used}를 사용 중이며, {needed}가 더 필요합니다',
		'한 번에 측정할 셀 수를 줄이세요.',
	],
	'state.borderline': '{suite}의 경로는 경계 판정',
	'state.calls': '호출 {n}건 중 {right}건 맞음',
	'state.calls-right': '호출 {n}건 중 {right}건이 맞습니다.',
	'state.gate-open': '채점되지 않은 샘플에 따라 게이트 결과가 바뀔 수 있음',
	'state.no-limit': '출시 기준 없음',
	'state.no-limit-set': '출시 기준은 정해지지 않았습니다.',
	'state.no-path': '{suite}의 경로 미정',
	'state.not-decided': '미정: [[{found}. ]]{why}.',
	'state.not-ready': '출시 보류: {why}[[, 그 밖에 {more}건]].',
	'state.path': '[[{suite} ]]경로 {path}',
	'state.path-prompts': '경로 {path}: 프롬프트 {n}건 중 {hits}건이 통과했습니다(기준 {threshold}건).',
	'state.path-texts': '경로 {path}: {n}건 중 {hits}건이 보존할 만합니다(기준 {threshold}건).',
	'state.rate': '{suite} {n}건 중 {hits}건 통과',
	'state.ready': '출시 가능[[: {why}]].',
	'state.subset': '{suite}의 일부만 실행',
	'state.unended': '실행이 끝나지 않음',
	'state.unscored': '호출을 기대한 프롬프트 {n}건 미채점',
} as const;

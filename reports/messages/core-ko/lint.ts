/** Korean of `src/base/messages/lint.ts`. Alphabetical by code. */
const context =
	'{size}토큰 중 시스템 프롬프트 {system}, 도구 {tools}, 템플릿 {bare}토큰[[({estimated})]]. 남는 {left}토큰은 {turns}턴 기준 턴당 {each}토큰입니다';
const shorten = '도구나 시스템 프롬프트를 줄이거나 --context-size를 늘리세요.';
const describe = '도구 설명에 추가하세요.';
const keepOpen = '대화 기록을 다시 렌더링하지 말고 대화를 이어 가세요';
const missing = '프롬프트에서 누락된 항목: {details}';
const published = '모델과 함께 공개된 채팅 템플릿을 사용하세요.';
const unknown = '채팅 템플릿이 렌더링하지 않아 모델이 알 수 없습니다';
const litert = 'LiteRT-LM용 템플릿을 사용하세요(docs/lint.md).';

export const lint = {
	'lint.phone-counted':
		'  경고: 휴대폰이 센 프롬프트 토큰은 {tokens}개가 아니라 {counted}개입니다. 다른 프롬프트를 읽었을 수 있습니다',
	'train.exact': '테스트 행 {sample}: {place}에 같은 문장이 있음: "{text}"',
	'train.near': '테스트 행 {sample}: {share}%가 {place}에 있음: "{text}"',
	'train.same': '테스트 행 {sample}: {place}에 같은 문장이 있음[[(차이: {differs})]]: "{text}"',
	'train.template': '테스트 행 {sample}: {place}에 값만 다른 문장이 있음: "{text}"',
	'train.more': '[{code}] {n}건 더 있음: 전부 보려면 --json',
	'train.row': '{row}행',
	'train.title': '{files}: 학습 {rows}행을 테스트 {test}행과 비교({source})[[, 읽지 못한 줄 {unread}개]]',
	'train.totals':
		'오류 {errors}건, 경고 {warnings}건, 참고 {notes}건[[. 파일에 있는 dev 행 {dev}건은 내보낸 그대로임]]',
	'train.values': '{field}: 테스트 값 {of}개 중 {known}개가 학습 행에 있음',
	'dialect.returned': [
		'호출 형식 {dialect}: {what}의 결과가 잘못되었습니다. [[`{field}`: ]]{problem}',
		'호출 형식 코드를 고치세요.',
	],
	'dialect.threw': ['호출 형식 {dialect}: {what}에서 오류가 났습니다({thrown})', '호출 형식 코드를 고치세요.'],
	'lint.alternative-unseen': [missing, describe],
	'lint.at': '{where}: {said!}',
	'lint.bos-added': '{bos} 없이 시작합니다. 파일 설정에 따라 엔진이 추가합니다',
	'lint.bos-missing': [
		'Gemma에 필요한 {bos} 없이 시작하며, gemmark도 추가하지 않습니다',
		'템플릿 맨 앞에 bos_token을 넣거나 파일에서 add_bos_token을 켜세요.',
	],
	'lint.bos-twice': ['{bos} 토큰이 맨 앞에 두 번 나옵니다', '템플릿에서 하나를 삭제하세요.'],
	'lint.context': context,
	'lint.context.cramped': [context, shorten],
	'lint.context.full': [
		'{size}토큰 중 시스템 프롬프트 {system}, 도구 {tools}, 템플릿 {bare}토큰[[({estimated})]]. 대화에 쓸 컨텍스트가 남지 않습니다',
		shorten,
	],
	'lint.default-unseen': [missing, describe],
	'lint.description-unseen': [missing, '시스템 프롬프트에 추가하세요.'],
	'lint.enum-unseen': [missing, describe],
	'lint.estimated': '글자 수로 추정',
	'lint.foreign-template': [
		'Gemma의 방식({turns})으로 턴을 열지 않으므로 Gemma의 템플릿이 아닙니다',
		'엔진이 프롬프트를 렌더링하는 --runner openai --api chat으로 실행하거나, 호출 형식(dialect)을 추가하세요(docs/own-dialect.md).',
	],
	'lint.limit-unseen': [missing, describe],
	'lint.litert.call': ['LiteRT-LM: 호출을 출력하지 않아 모델이 다시 호출합니다', litert],
	'lint.litert.end': ['LiteRT-LM: 턴의 끝 뒤에 공백을 출력합니다. 정지 토큰에서 끝나므로 이 공백은 사라집니다', litert],
	'lint.litert.get': ['LiteRT-LM: minijinja에 없는 .get()을 호출하므로 아무것도 출력되지 않습니다', litert],
	'lint.litert.history': [
		'LiteRT-LM: 도구가 응답하면 호출 앞의 텍스트를 다르게 출력하므로, 호출 다음 턴이 실패합니다',
		litert,
	],
	'lint.litert.parts': ['LiteRT-LM: 내용이 목록으로 전달되지만 텍스트로 출력하지 않습니다', litert],
	'lint.litert.refused': ['LiteRT-LM: 호출과 도구 응답을 처리하지 못합니다: {why}', litert],
	'lint.litert.response': ['LiteRT-LM: 도구 응답을 출력하지 않아 모델이 볼 수 없습니다', litert],
	'lint.litert.twice': [
		'LiteRT-LM: 도구 응답을 <|tool_response>로 시작합니다. 모델이 이미 쓴 토큰이므로 두 번 들어갑니다',
		litert,
	],
	'lint.model-side': '  템플릿  {text}',
	'lint.model-turn-unopened': [
		'사용자 메시지 뒤에 모델의 턴을 열지 않아 모델이 사용자의 턴을 이어 씁니다',
		'모델과 함께 공개된 채팅 템플릿을 사용하거나, 이 템플릿 끝에 {ending} 코드를 추가하세요.',
	],
	'lint.no-tool-support': [
		'도구를 렌더링하지 않아 모델이 도구 {n}개를 모두 알 수 없습니다',
		'도구를 렌더링하는 템플릿을 사용하세요.',
	],
	'lint.no-tool-support.engine': ['{why}', '도구를 모델에 전달하는 모델 파일이나 서버를 사용하세요.'],
	'lint.other-turns': [
		'{difference}. 이후의 턴이 템플릿과 달라지므로 실행이 거부됩니다',
		'모델과 함께 공개된 채팅 템플릿을 사용하거나, 호출 형식(dialect)을 추가하세요(docs/own-dialect.md).',
	],
	'lint.part-bos': 'BOS',
	'lint.part-system': '시스템 프롬프트',
	'lint.part-template': '템플릿',
	'lint.part-tool': '도구 {name}',
	'lint.part-user': '사용자 발화',
	'lint.phone-differs': '{sample}: {byte}바이트 다음부터 다름({part})',
	'lint.phone-no-exchange': [
		'{path}: 교환 파일이 아닙니다',
		'휴대폰의 응답 파일이나 gemmark run --record로 기록한 파일을 지정하세요.',
	],
	'lint.phone-none': [
		'{path}: 프롬프트를 알린 대화가 없습니다',
		'앱이 대화의 첫 end에 `rendered`를 보내게 하세요(docs/device-protocol.md).',
	],
	'lint.phone-same': '{sample}: 같음, {tokens}토큰',
	'lint.phone-same-about': '{sample}: 같음, 약 {tokens}토큰',
	'lint.phone-side': '  휴대폰  {text}',
	'lint.prefix-forbidden': [
		'prefix 판정에서 집계하는 호출 전 텍스트를 금지합니다: ‘{quote}’',
		'이 문장을 삭제하거나 prefix 스위트로 판정하지 마세요. 경로 B는 모델이 아니라 프롬프트의 결과입니다.',
	],
	'lint.parameter-unseen': [
		`${unknown}[[({until} 이전의 Gemma 4 공식 템플릿은 이름이 {name}인 파라미터를 모두 누락합니다)]]`,
		'이름을 바꾸거나 최신 공식 템플릿을 사용하세요.',
	],
	'lint.replay-call-lost': [
		'대화 기록의 호출이 렌더링되지 않습니다',
		'대화 기록을 다시 렌더링하지 말고 대화를 이어 가거나, 호출까지 렌더링하는 템플릿을 사용하세요.',
	],
	'lint.replay-prefix': '대화 기록을 다시 렌더링해도 호출 전 텍스트(경로 A)는 호출 앞에 유지됩니다',
	'lint.replay-prefix.after': [
		'대화 기록을 다시 렌더링하면 호출 전 텍스트(경로 A)가 도구 결과 뒤로 이동합니다',
		`${keepOpen}. 또는 그 텍스트를 대화 기록에서 폐기하세요(경로 B).`,
	],
	'lint.replay-prefix.alone': '대화 기록을 다시 렌더링하면 호출 전 텍스트(경로 A)만 남고 호출은 사라집니다',
	'lint.replay-prefix.between': [
		'대화 기록을 다시 렌더링하면 호출 전 텍스트(경로 A)가 호출과 도구 결과 사이로 이동합니다',
		`${keepOpen}. 또는 그 텍스트를 대화 기록에서 폐기하세요(경로 B).`,
	],
	'lint.replay-prefix.nowhere': [
		'대화 기록을 다시 렌더링하면 호출 전 텍스트(경로 A)가 사라집니다',
		`${keepOpen}. 또는 그 텍스트를 대화 기록에서 폐기하세요(경로 B).`,
	],
	'lint.replay-refused': ['도구 호출이 있는 대화 기록을 거부합니다: {why}', `${keepOpen}.`],
	'lint.replay-response-lost': [
		'도구 결과가 렌더링되지 않습니다',
		'대화 기록을 다시 렌더링하지 말고 대화를 이어 가거나, 도구 결과까지 렌더링하는 템플릿을 사용하세요.',
	],
	'lint.required-unseen': [missing, describe],
	'lint.reserved-name': [
		'이 템플릿에서는 렌더링되지만, {until} 이전의 Gemma 4 공식 템플릿은 이름이 {name}인 파라미터를 모두 누락합니다',
		'이전 파일을 쓰는 사용자가 있으면 이름을 바꾸세요.',
	],
	'lint.schema-fails': [
		'이 스키마를 그대로 전달하면 LM Studio와 transformers.js에서 템플릿이 실패합니다({why})[[. llama-server에서도 실패합니다({server})]]. gemmark는 빠진 타입을 채우고 여러 타입이면 하나를 고르지만, 이 엔진들은 그러지 않습니다',
		'타입을 "type": "string"처럼 하나만 지정하세요.',
	],
	'lint.system-refused': [
		'채팅 템플릿이 시스템 프롬프트를 거부합니다: {why}',
		'시스템 턴이 있는 템플릿의 모델 파일을 사용하세요.',
	],
	'lint.system-unseen': [unknown, '시스템 턴이 있는 템플릿을 사용하거나 첫 사용자 메시지에 넣으세요.'],
	'lint.template-unusable': ['{why}', published],
	'lint.template-unusable.tools': [
		'앱의 첫 프롬프트는 렌더링되지만, 도구가 다르거나 없으면 거부합니다: {why}',
		published,
	],
	'lint.thinking': 'enable_thinking으로 thinking을 켜고 끕니다',
	'lint.thinking-by-default': [
		'enable_thinking이 false가 아니면 thinking을 사용하므로, 이 옵션이 없는 서버는 thinking에 토큰을 소비합니다',
		'앱에서 끄거나 --thinking on으로 실행하세요.',
	],
	'lint.thinking-missing': [
		'thinking이 요청되었지만 템플릿과 호출 형식({dialect}) 모두 지원하지 않습니다',
		'--thinking 옵션을 삭제하세요.',
	],
	'lint.thinking-unswitched': [
		'thinking이 요청되었지만 템플릿에 스위치가 없습니다. gemmark는 {marker} 표시를 직접 넣지만, 템플릿을 렌더링하는 앱이나 서버는 넣지 않습니다',
		'앱의 시스템 프롬프트 맨 앞에 이 표시를 넣으세요.',
	],
	'lint.thinking.empty': 'enable_thinking으로 thinking을 켜고 끕니다. 끄면 응답이 빈 thinking으로 시작합니다',
	'lint.thinking.marker': 'thinking 스위치가 없습니다. --thinking on은 {marker} 표시를 직접 넣습니다',
	'lint.tool-unseen': [unknown, '최신 공식 템플릿을 사용하세요.'],
	'lint.tools-in-text': '도구를 지원하지 않아 시스템 프롬프트에 {dialect} 방식으로 선언합니다',
	'lint.tools-in-text.ignored': [
		'도구를 지원하지만, 호출을 렌더링하는 형식을 gemmark가 파싱할 수 없습니다. 도구는 시스템 프롬프트에 {dialect} 방식으로 선언하며, 템플릿에 도구를 전달하는 앱이나 서버의 프롬프트와 다릅니다',
		'앱의 시스템 프롬프트에도 도구를 선언하거나, 템플릿의 호출 형식(dialect)을 추가하세요(docs/own-dialect.md).',
	],
	'lint.trigger-missing': [
		'{dialect} 모델은 developer 턴에 ‘{trigger}’ 문장이 있어야 호출합니다. gemmark는 이 문장을 추가합니다',
		'앱의 시스템 프롬프트에 추가하세요.',
	],
	'lint.turn-opening': '턴이 {opening} 표시로 열리지 않습니다',
	'lint.turn-second': '둘째 턴이 {theirs}입니다(예상: {ours})',
	'lint.type-unseen': [missing, describe],
	'lint.user-unseen': ['시스템 프롬프트 뒤의 사용자 메시지를 렌더링하지 않아 모델이 다른 응답을 합니다', published],
	'lint.vintage': '{family} 공식 템플릿({date}), gemmark가 아는 최신 버전',
	'lint.vintage.older': [
		'{family} 공식 템플릿({date})',
		'gemmark가 아는 최신 템플릿({newest})이 포함된 모델 파일을 사용하세요.',
	],
	'lint.vintage.unknown': 'gemmark가 아는 공식 템플릿이 아닙니다(sha256 {hash})[[. 템플릿에 표시된 공개일: {date}]]',
	'template.refused': ['채팅 템플릿이 프롬프트를 거부했습니다: {reason}', published],
	'template.unreadable': ['채팅 템플릿을 읽을 수 없습니다: {reason}', published],
} as const;

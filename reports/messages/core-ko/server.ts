/** Korean of `src/base/messages/server.ts`. Alphabetical by code. */
export const server = {
	'server.busy': [
		'{address}: 서버가 {status} 상태로 응답했습니다[[({words})]]',
		'[[{seconds}초 ]]기다리거나 동시 요청 수(--parallel)를 줄인 뒤 --resume으로 이어서 실행하세요.',
	],
	'server.cut': ['{address}: 응답이 끝나기 전에 연결이 끊겼습니다', '서버 로그를 확인하세요.'],
	'server.empty-stream': ['{address}: 스트림에 이벤트가 없습니다', '서버 로그를 확인하세요.'],
	'server.failed': '{address}: 서버 오류[[({words})]]',
	'server.headers-too-long': [
		'{address}: 응답 헤더가 {kib} KiB를 넘습니다',
		'--base-url이 OpenAI 호환 서버의 주소인지 확인하세요.',
	],
	'server.internal-error': [
		'{address}: 서버가 {status} 상태로 응답했습니다[[({words})]]',
		'서버 로그를 확인하세요. 서버가 복구되면 다시 실행하거나 --resume으로 이어서 실행하세요.',
	],
	'server.moved-model': [
		'{address}: 서버의 모델이 다른 폴더에 있는 {model} 파일로 바뀌었습니다',
		'처음 모델을 다시 불러와 유지한 뒤 --resume으로 이어서 실행하세요. 확인되지 않은 샘플은 다시 실행합니다.',
	],
	'server.no-adapter': [
		'{address}: {adapter} 경로의 어댑터가 서버에 없거나 둘 이상입니다[[(목록: {loaded})]]',
		'llama-server를 --lora FILE로 시작하고 같은 경로를 --adapter로 지정하세요.',
	],
	'server.not-found': [
		'{address}: 서버가 {status} 상태로 응답했습니다[[({words})]]',
		'--base-url을 확인하고, --model이 서버 목록에 있는 이름인지 확인하세요.',
	],
	'server.not-json': '{address}: 응답이 JSON 객체가 아닙니다',
	'server.not-streamed': [
		'{address}: 서버가 스트림이 아니라 한 번에 응답했습니다',
		'`stream: true` 요청에 스트림으로 응답하는 서버를 사용하세요.',
	],
	'server.other-model': [
		'{address}: 서버의 모델이 바뀌었습니다(이전: {before}, 현재: {model})',
		'처음 모델을 다시 불러와 유지한 뒤 --resume으로 이어서 실행하세요. 확인되지 않은 샘플은 다시 실행합니다.',
	],
	'server.other-name': [
		'{address}: {asked} 모델에 요청했지만 {name} 모델이 응답했습니다',
		'--model {name} 옵션을 사용하세요.',
	],
	'server.proxy': [
		'{address}: 프록시 {proxy}를 거쳐 연결할 수 없습니다({reason})',
		'프록시를 확인하거나 NO_PROXY={host}를 설정하세요.',
	],
	'server.redirects': [
		'{address}: 서버가 다른 주소로 리디렉션합니다({to})',
		'리디렉션은 따라가지 않습니다. 믿을 수 있는 주소라면 --base-url로 지정하세요.',
	],
	'server.refused': '{address}: 서버가 {status} 상태로 응답했습니다[[({words})]]',
	'server.renamed': [
		'{address}: 응답하는 모델이 바뀌었습니다(이전: {before}, 현재: {name})',
		'서버에 모델 하나만 유지한 뒤 --resume으로 이어서 실행하세요. 앞의 샘플은 유지됩니다.',
	],
	'server.timeout': [
		'{address}: 제한 시간 안에 응답이 없습니다',
		'서버가 모델을 불러오는 중이라면, 응답하기 시작한 뒤 다시 실행하세요.',
	],
	'server.too-long': [
		'{address}: 응답이나 이벤트가 {mib} MiB를 넘습니다',
		'--base-url이 OpenAI 호환 서버의 주소인지 확인하세요.',
	],
	'server.tools-ignored':
		'{words}단어짜리 도구를 보낸 프롬프트가 {tokens}토큰뿐입니다. 모델에 도구가 전달되지 않습니다',
	'server.tools-refused': '서버가 도구를 포함한 요청을 거부합니다: {problem}',
	'server.unauthorized': [
		'{address}: 서버가 {status} 상태로 응답했습니다[[({words})]]',
		'이 서버의 키를 GEMMARK_API_KEY에 설정하세요.',
	],
	'server.unreachable': [
		'{address}: 서버에 연결할 수 없습니다({reason})',
		'서버가 실행 중인지, --base-url이 맞는지 확인하세요.',
	],
	'server.unsupported-response': [
		'{address}: 응답의 {field} 필드가 지원하지 않는 형식입니다',
		'OpenAI API 형식으로 응답하는 서버를 사용하세요. 지원하는 형식은 docs/openai-servers.md에 있습니다.',
	],
	'server.wrong-type': [
		'{address}: 응답이 스트림이 아닙니다({type})',
		'--base-url이 OpenAI 호환 서버의 주소인지 확인하세요.',
	],
} as const;

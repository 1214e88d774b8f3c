/** Korean of `src/base/messages/browser.ts`. Alphabetical by code. */
export const browser = {
	'browser.closed': '페이지가 닫혔습니다',
	'browser.context': [
		'{model}: 컨텍스트가 토큰 {tokens}개인 모델입니다',
		'--context-size를 {tokens} 이하로 지정하세요.',
	],
	'browser.crashed': [
		'{model}: {how}',
		'브라우저의 메모리가 부족했을 수 있습니다. 더 작은 모델, 양자화 또는 컨텍스트를 사용하세요.',
	],
	'browser.engine': '{model}: {problem}',
	'browser.gone': '브라우저가 종료되었습니다',
	'browser.gpu-emulated': 'GPU를 소프트웨어로 에뮬레이션한 환경입니다.',
	'browser.gpu-lacks': 'GPU에 필요한 기능이 없습니다: {features}',
	'browser.gpu-lacks-f16': 'GPU에 필요한 기능이 없습니다: {features}. q4f32 모델을 사용하세요',
	'browser.litert-history':
		'LiteRT-LM이 이 턴을 거부했습니다. 파일의 채팅 템플릿은 다음 메시지가 오면 앞 응답을 다르게 출력합니다. 위치는 `gemmark lint`로 확인하세요',
	'browser.litert-invalid': [
		'{model}: .litertlm 파일이 아닙니다',
		'GGUF 파일은 llama-cpp나 wllama로, .task 파일은 앱으로 실행하세요(--runner device, gemmark ingest).',
	],
	'browser.litert-missing': [
		'{path}: 모델 파일이 없습니다',
		'LiteRT-LM용 파일(예: gemma-4-E2B-it-web.litertlm)을 지정하세요.',
	],
	'browser.no-bos': '프롬프트가 BOS로 시작하지 않습니다. wllama는 모든 프롬프트에 BOS를 붙입니다',
	'browser.no-grammar': 'web-llm에서는 문법을 사용할 수 없습니다',
	'browser.no-template': '{model}: 채팅 템플릿이 없습니다',
	'browser.no-top-k': 'web-llm에서는 top-k 샘플링을 사용할 수 없습니다',
	'browser.no-webgpu': '이 브라우저에서는 WebGPU를 사용할 수 없습니다[[({reason})]]',
	'browser.not-downloaded': '모델을 다운로드할 수 없습니다({reason})',
	'browser.not-found': [
		'브라우저 엔진에 필요한 Chromium이 없습니다',
		'Chromium, Chrome 또는 Edge를 설치하거나 GEMMARK_BROWSER에 전체 경로를 지정하세요.',
	],
	'browser.not-loaded': '모델을 불러올 수 없습니다({reason})',
	'browser.not-program': [
		'GEMMARK_BROWSER에 지정한 경로가 실행 파일이 아닙니다: {path}',
		'Chromium, Chrome 또는 Edge의 전체 경로를 지정하세요.',
	],
	'browser.not-started': [
		'브라우저가 시작되지 않았습니다',
		'GEMMARK_BROWSER를 확인하세요. 사용자 네임스페이스가 없는 컨테이너에서는 GEMMARK_BROWSER_SANDBOX=off로 설정하세요.',
	],
	'browser.not-stopped': [
		'{model}: 페이지가 중지 요청에 응하지 않아 종료했습니다',
		'--deadline으로 제한 시간을 늘리거나 더 작은 모델을 사용하세요.',
	],
	'browser.package': [
		'{name} 패키지가 설치되어 있지 않습니다',
		'프로젝트에서 npm install {name} playwright-core를 실행하세요.',
	],
	'browser.page-crashed': '페이지가 비정상 종료되었습니다',
	'browser.silent': [
		'{model}: 페이지가 {ms} ms 동안 응답하지 않아 종료했습니다',
		'--deadline으로 제한 시간을 늘리거나 더 작은 모델을 사용하세요.',
	],
	'browser.wants-no-bos': '모델이 BOS를 받지 않습니다. wllama는 모든 프롬프트에 BOS를 붙입니다',
	'browser.web-llm-unknown': ['{model}: web-llm에 없는 Gemma 모델입니다', '다음 중에서 고르세요: {names}.'],
} as const;

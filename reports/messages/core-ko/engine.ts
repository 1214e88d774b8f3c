/** Korean of `src/base/messages/engine.ts`. Alphabetical by code. */
export const engine = {
	'engine.architecture-unknown': [
		'[[{model}: ]]llama.cpp가 지원하지 않는 아키텍처입니다({architecture})',
		'node-llama-cpp를 업데이트하거나 GGUF 형식의 Gemma 모델을 사용하세요.',
	],
	'engine.bare-loop-ended': '비교용 루프가 응답하기 전에 종료되었습니다',
	'engine.binding-missing': ['llama.cpp 엔진이 설치되어 있지 않습니다', 'npm install node-llama-cpp를 실행하세요.'],
	'engine.build-crashes': [
		'[[{model}: ]]node-llama-cpp의 llama.cpp 빌드가 이 기기에서 비정상 종료됩니다({signal})',
		'npx --no node-llama-cpp source download로 직접 빌드하세요.',
	],
	'engine.build-killed': [
		'[[{model}: ]]llama.cpp 빌드를 시험하던 프로세스가 강제 종료되었습니다({signal})',
		'메모리가 부족했을 수 있습니다. 다른 프로그램을 닫고 다시 실행하세요.',
	],
	'engine.build-missing': [
		'[[{model}: ]]node-llama-cpp에 이 기기용 llama.cpp 빌드가 없습니다',
		'npx --no node-llama-cpp source download로 직접 빌드하세요.',
	],
	'engine.cache-folder': ['{folder}: 프롬프트 prefix를 저장할 수 없습니다', '다른 폴더를 지정하세요.'],
	'engine.context-full': [
		'[[{model}: ]]프롬프트가 {tokens}토큰이어서, 응답까지 담을 컨텍스트 {size}토큰을 넘습니다',
		'--context-size {larger}처럼 컨텍스트를 늘려 모델을 불러오세요.',
	],
	'engine.context-needs-memory': [
		'{model}: 가중치 약 {weights} GiB, 컨텍스트 {tokens}토큰에 {cache} GiB, 계산에 {compute} GiB가 필요하지만 이 기기의 메모리는 {memory} GiB입니다',
		'--context-size나 동시 샘플 수를 줄이거나 더 작은 모델을 사용하세요.',
	],
	'engine.context-too-small': '[[{model}: ]]처리할 토큰은 {tokens}개인데 컨텍스트는 {size}토큰입니다',
	'engine.crashed-generating': [
		'{model}: 생성 중에 엔진이 비정상 종료되었습니다({how})',
		'--threads 1로 다시 실행하세요. 같은 일이 반복되면 다른 변환본을 사용하세요.',
	],
	'engine.crashed-loading': [
		'{model}: 모델을 불러오다가 엔진이 비정상 종료되었습니다({how})',
		'파일이 손상되었거나 값이 잘못되었습니다. 다시 내려받거나 다른 변환본을 사용하세요.',
	],
	'engine.disposed': '{model}: 모델이 이미 종료되었습니다',
	'engine.empty-prompt': '[[{model}: ]]프롬프트가 비어 있습니다',
	'engine.failed': '[[{model}: ]]llama.cpp 오류: {reason}',
	'engine.file-changed': [
		'{model}: 엔진이 비정상 종료되었습니다(SIGBUS)',
		'사용 중에 모델 파일이 잘리거나 바뀌었습니다. 파일을 복구한 뒤 다시 실행하세요.',
	],
	'engine.grammar-refused': [
		'[[{model}: ]]llama.cpp가 문법을 거부했습니다: {reason}',
		'제약 디코딩 없이 실행하고, 이 문법의 도구를 알려 주세요.',
	],
	'engine.killed': [
		'{model}: 엔진이 강제 종료되었습니다(SIGKILL)',
		'메모리가 부족했을 수 있습니다. 다른 프로그램을 닫거나 더 작은 양자화, 더 짧은 컨텍스트를 사용하세요.',
	],
	'engine.load-interrupted': '{model}: 모델 불러오기가 중단되었습니다',
	'engine.load-timeout': [
		'{model}: {seconds}초 안에 불러오지 못했습니다',
		'제한 시간을 늘리거나 더 작은 모델을 사용하세요.',
	],
	'engine.lost-too-often': [
		'이 샘플에서 엔진이 {n}번 끊겼습니다',
		'앱이 끊기기 전의 로그(adb logcat)를 확인한 뒤 이어서 실행하세요.',
	],
	'engine.model-invalid': [
		'[[{model}: ]]llama.cpp가 모델을 불러오지 못했습니다: {reason}',
		'파일을 다시 내려받거나 다른 변환본을 사용하세요.',
	],
	'engine.no-answer': [
		'{model}: {ms} ms 안에 응답이 없어 엔진을 종료했습니다',
		'--deadline으로 생성 시간을 늘리거나 더 작은 모델을 사용하세요.',
	],
	'engine.no-model': '[[{model}: ]]불러온 모델이 없습니다',
	'engine.no-probabilities': '[[{model}: ]]llama.cpp가 확률을 보고하지 않습니다',
	'engine.not-started': '엔진 프로세스를 시작할 수 없습니다: {reason}',
	'engine.not-stopping': [
		'{model}: 중지 요청에 응답하지 않아 엔진을 종료했습니다',
		'--deadline으로 생성 시간을 늘리거나 더 작은 모델을 사용하세요.',
	],
	'engine.out-of-memory': [
		'[[{model}: ]]메모리가 부족해 모델을 불러올 수 없습니다: {reason}',
		'다른 프로그램을 닫거나 더 작은 양자화, 더 짧은 컨텍스트를 사용하세요.',
	],
	'engine.prompt-not-evaluated': '[[{model}: ]]프롬프트를 처리하지 못했습니다',
	'engine.silent': [
		'{model}: {ms} ms 동안 응답이 없어 엔진을 종료했습니다',
		'--deadline으로 생성 시간을 늘리거나 더 작은 모델을 사용하세요.',
	],
	'engine.stopped-early': '[[{model}: ]]엔진이 토큰 {tokens}개에서 멈췄습니다',
	'engine.unexpected-message': '{model}: 엔진이 예상하지 못한 메시지를 보냈습니다({type})',
	'engine.weights-need-memory': [
		'{model}: 가중치에만 약 {weights} GiB가 필요하지만 이 기기의 메모리는 {memory} GiB입니다',
		'Q4_0처럼 더 작은 양자화나 더 작은 모델을 사용하세요.',
	],
	'environment.not-a-lock': [
		'{path}: gemmark의 잠금 파일 자리에 링크, 파이프 또는 폴더가 있습니다',
		'지우고 다시 실행하세요.',
	],
	'model.cut-short': ['{name}: 파일이 잘렸습니다(최소 {needed}바이트 중 {bytes}바이트)', '다시 다운로드하세요.'],
	'model.damaged': ['{name}: 파일이 손상되었습니다({reason})', '다시 다운로드하세요.'],
	'model.denied': ['{path}: 읽기 권한이 없습니다', '파일 권한을 변경하세요.'],
	'model.empty': ['{name}: 빈 파일입니다', '다시 다운로드하세요.'],
	'model.gguf-version': ['{name}: {reason}', 'GGUF 버전 3(리틀 엔디언) 파일을 사용하세요.'],
	'model.lfs-pointer': ['{name}: 모델이 아니라 Git LFS 포인터입니다', '저장소에서 git lfs pull을 실행하세요.'],
	'model.missing': [
		'{path}: 모델 파일이 없습니다',
		'경로를 확인하거나 hf:user/repo:Q4_0처럼 다운로드할 모델을 지정하세요.',
	],
	'model.not-a-file': ['{path}: 파일이 아닙니다', '.gguf 파일을 지정하세요.'],
	'model.not-gguf': ['{name}: GGUF 파일이 아닙니다', 'llama.cpp는 GGUF 형식의 모델만 읽습니다.'],
	'model.unreadable': '{path}: 읽을 수 없습니다({reason})',
	'model.web-page': ['{name}: 모델이 아니라 웹 페이지입니다', '파일의 직접 링크나 hf:user/repo:Q4_0을 사용하세요.'],
	'replay.different': [
		'{name}: 대화가 기록과 다르게 진행되었습니다',
		'재생(replay)으로는 이어 갈 수 없으니 엔진으로 실행하세요.',
	],
	'replay.no-answer': [
		'{name}: 기록에 이 프롬프트의 응답이 없습니다',
		'기록한 스위트를 그 코퍼스, 프롬프트와 함께 재생하세요.',
	],
	'replay.no-recording': ['{place}: 기록이 없습니다', '--model에 실행 폴더나 그 log.jsonl을 지정하세요.'],
	'replay.over': '{name}: 재생이 끝났습니다',
	'runner.confirm-threw': [
		'{runner}: confirm()에서 오류가 났습니다({thrown})',
		'그 모델을 다시 불러온 뒤 --resume으로 이어서 실행하세요. 다른 모델이 답했을 수 있는 샘플은 다시 묻습니다.',
	],
	'runner.confirm-timeout': [
		'{runner}: confirm()이 {seconds}초 안에 답하지 않았습니다',
		'러너를 고친 뒤 --resume으로 이어서 실행하세요.',
	],
	'runner.dispose-failed': '{runner}: dispose()에서 오류가 났습니다({thrown})',
	'runner.invalid': [
		'{runner}: {what}의 값이 잘못되었습니다. [[`{field}`: ]]{problem}',
		'docs/own-runner.md에서 러너가 돌려주는 값을 확인하세요.',
	],
	'runner.load-interrupted': '{runner}: load()가 중단되었습니다',
	'runner.load-threw': ['{runner}: load()에서 오류가 났습니다({thrown})', '러너나 러너에 필요한 것을 고치세요.'],
	'runner.load-timeout': [
		'{runner}: load()가 {seconds}초 동안 진행 상황을 알리지 않았습니다',
		'러너를 고치세요. 오래 걸리면 onProgress를 불러야 합니다.',
	],
	'runner.no-end': [
		'{runner}: 생성이 `end` 이벤트 없이 끝났습니다',
		'docs/own-runner.md에서 러너가 돌려주는 값을 확인하세요.',
	],
	'runner.peak-failed': '{runner}: peakRssBytes() 결과를 쓸 수 없어 최대 메모리를 알 수 없습니다({what})',
	'runner.still-generating': '{runner}: 이전 생성이 아직 끝나지 않았습니다',
	said: '{text}',
	'user-code.blank-turn': '{place}: {of}개 턴 중 {n}번째가 비어 있음',
	'user-code.error-not-text': '{place}: error가 문자열이 아님',
	'user-code.failed': '{place}: {problem}',
	'user-code.first-samples': [
		'처음 샘플 {n}건이 모두 실패했습니다({samples}): {said}',
		'앱이나 러너를 고친 뒤 실행을 새로 시작하세요. --resume은 이 샘플들 다음부터 이어서 실행합니다.',
	],
	'user-code.group-not-text': '{place}: {name} 값 {value}이(가) 문자열이 아님',
	'user-code.json-loss': '{place}: {problem}[[. {remedy}]]',
	'user-code.no-facts': '{place}: facts를 반환하지 않음(알릴 것이 없으면 빈 객체)',
	'user-code.no-groups': '{place}: 이름과 문자열로 된 객체를 반환하지 않음',
	'user-code.no-messages': '{place}: messages를 반환하지 않음',
	'user-code.no-object': '{place}: 객체를 반환하지 않음',
	'user-code.not-a-message': '{place}: messages[{n}]이 메시지 형식이 아님',
	'user-code.not-json': '{place}: JSON으로 나타낼 수 없는 값을 반환함({text})',
	'user-code.threw': '{place}: 예외 발생, {thrown}',
} as const;

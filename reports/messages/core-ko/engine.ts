/** Korean of `src/base/messages/engine.ts`. Alphabetical by code. */
export const engine = {
	'environment.not-a-lock': [
		'{path}: gemmark의 잠금 파일 자리에 링크, 파이프 또는 폴더가 있습니다',
		'지우고 다시 실행하세요.',
	],
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
} as const;

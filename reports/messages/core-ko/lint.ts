/** Korean of `src/base/messages/lint.ts`. Alphabetical by code. */
export const lint = {
	'dialect.returned': [
		'호출 형식 {dialect}: {what}의 결과가 잘못되었습니다. [[`{field}`: ]]{problem}',
		'호출 형식 코드를 고치세요.',
	],
	'dialect.threw': ['호출 형식 {dialect}: {what}에서 오류가 났습니다({thrown})', '호출 형식 코드를 고치세요.'],
	'template.refused': ['채팅 템플릿이 프롬프트를 거부했습니다: {reason}', '모델과 함께 배포된 채팅 템플릿을 쓰세요.'],
	'template.unreadable': ['채팅 템플릿을 읽을 수 없습니다: {reason}', '모델과 함께 배포된 채팅 템플릿을 쓰세요.'],
} as const;

import { koreanIssue } from './korean-issue.ts';
import type { AppWords } from './words.ts';

export const KOREAN: AppWords = {
	unknownTool: (toolName) => `알 수 없는 도구: ${toolName}`,
	badArguments: (problem) => `인자 오류: ${problem}`,
	noObject: (type) => `객체가 아닙니다 (${type})`,
	argumentIssue: koreanIssue,
	toolThrew: (type) => `도구 실행 실패: ${type}`,
	resultNotJson: '도구 실행 실패: 결과를 JSON으로 나타낼 수 없습니다',
	toolRefused: (message) => `도구 오류: ${message}`,
	modelFailed: (failure) => `LLM 응답 실패: ${failure}`,
	tooSlow: '모델의 응답이 너무 오래 걸려 중단했습니다.',
	tooManyTurns: '도구 호출 루프가 너무 길어 중단했습니다.',
	tooManyCalls: '도구 호출이 너무 많아 중단했습니다.',
	cleanUpHint: '지난 대화를 정리할까요?',
	reflection: ({ calls, succeeded, failures }) => [
		'🤔 도구 호출 결과를 분석해보겠습니다.',
		'',
		...(succeeded > 0 ? [`✅ 성공: ${succeeded}/${calls}개 도구가 정상 작동했습니다.`] : []),
		`❌ 실패: ${failures.length}개 도구에서 문제가 발생했습니다.`,
		'',
		'실패한 도구들을 분석해보겠습니다:',
		...failures,
		'',
		'이러한 문제들을 해결하기 위해 다음과 같은 접근을 시도해보겠습니다:',
		'• 다른 도구나 방법으로 같은 작업 수행',
		'• 입력 매개변수를 조정하여 재시도',
		'• 작업을 더 작은 단위로 분할하여 진행',
		'• 사용자에게 추가 정보를 요청',
		'',
		'어떤 방법을 선호하시나요?',
	],
};

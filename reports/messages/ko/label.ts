import type { labelEn } from '../en/label.ts';
import { translationOf } from '../sentences.ts';

export const labelKo = translationOf<typeof labelEn>()({
	label: {
		left: (texts) => `남은 텍스트 ${texts}건`,
		name: '이름(라벨에 함께 저장)',
		said: '호출 전 발화',
		question: '보존할 만한가요? y(O), n(X), s 건너뛰기, q 끝내기',
		yes: '보존할 만함',
		no: '보존할 만하지 않음',
		skip: '건너뛰기',
		quit: '끝내기',
		next: '다음',
		ended: '라벨을 저장했습니다. 이 페이지를 닫아도 됩니다.',
		exported: 'prefix {n}건을 {file}에 저장했습니다. label 열에 Y 또는 N(O, X)을 입력하세요',
		written:
			'{file}: 라벨 {n}건[[, 이 실행에 없는 텍스트의 라벨 {stale}건]][[, 판단할 수 없는 응답의 라벨 {unjudgeable}건]]. 보고서를 갱신했습니다',
		stands: (share, needed, n, isSettled) =>
			`${n}건 중 ${needed}건 이상이 보존할 만할 확률 ${share}%${isSettled ? ': 확정' : ''}`,
		missing: '질문 안 함(응답 없음, {cause}): {prompts}',
		silent: '질문 안 함(호출이나 호출 전 발화 없음): {prompts}',
		others: '질문 안 함(다른 점수로 판정): {suites}',
	},
	init: {
		language: 'Language / 언어 (ko, en)',
		name: '앱 이름',
		alone: '--model을 생략하면 내장 테스트 모델이 실행됩니다. 설치 확인용이며, 이 앱의 도구는 호출하지 않습니다.',
		suites: '스위트({known})',
		hits: '경로 A에 필요한 의미 있는 prefix 수({n}건 중)',
	},
});

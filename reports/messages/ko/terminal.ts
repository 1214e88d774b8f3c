import type { terminalEn } from '../en/terminal.ts';
import { translationOf } from '../sentences.ts';

export const terminalKo = translationOf<typeof terminalEn>()({
	terminal: {
		subject: '{title}, {engine}[[, 채팅 템플릿 {template}]], 샘플 {samples}건',
		missing: '샘플 {n}건 누락',
		failed: '실패: 샘플 {n}건: {said}',
		moreFailures: '실패: 그 밖에 {n}종은 보고서 참고',
		stopped: '대화 루프가 중단: 샘플 {of}건 중 {n}건: {reason}',
		moreCode: '그 밖에 도구, 채점기, 스위트 {n}건도 실패. 보고서 참고',
		warnings: '경고 {n}건은 보고서 참고',
		noScore: '샘플 {n}건, 점수 없음',
		facet: (name, facet, rates, more, breaks) =>
			`${name}, ${facet}별: ${rates.join('; ')}${more > 0 ? `; 그 밖에 ${more}개는 보고서 참고` : ''}${breaks === undefined ? '' : `; ${breaks}부터 절반 미만`}`,
		lowestRecall: (name, of, tools, malformed) =>
			`${name}: 도구 ${of}개 중 재현율이 가장 낮은 것: ${tools.join(', ')}${malformed > 0 ? `. 읽을 수 없는 호출 ${malformed}건` : ''}`,
		fields: (name, fields) => `${name}: 인자: ${fields.join(', ')}`,
		field: '{field} {rate} 맞음({errors})',
		report: '보고서',
	},
});

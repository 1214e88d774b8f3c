import type { pictureEn } from '../en/picture.ts';
import { translationOf } from '../sentences.ts';

const CERTAINTY = { settled: '', narrow: ' (근소한 판정)', borderline: ' (경계 판정)' } as const;

export const pictureKo = translationOf<typeof pictureEn>()({
	range: (low, high) => (low === high ? low : `${low}~${high}`),
	picture: {
		path: (name, certainty, title) => `경로 ${name}${CERTAINTY[certainty]}: ${title}`,
		undecided: '판정 보류',
		subset: '판정 없음: 프롬프트나 반복 일부만 실행',
		others: '비슷한 다른 프롬프트에서는 {range}건',
		rule: '규칙의 오류를 반영하면 {range}건',
		exact: '가는 선: 정확 신뢰구간(Clopper-Pearson)',
		kinds: {
			worth: '보존할 만함',
			'not-worth': '발화는 있지만 보존 가치 없음',
			wordless: '발화 없이 호출',
			'no-call': '호출 없음',
			unscored: '미채점',
			hit: '통과',
			miss: '미통과',
		},
		pushed: (path, worth, not, reasons) =>
			`경로 ${path}라면 ${worth + not}건을 push합니다. 보존할 만한 것은 ${worth}건${not === 0 ? '' : `, 아닌 것은 ${not}건(${reasons})`}입니다.`,
		counted: '{reason} {count}건',
		bareTurns: '내용 없는 예고 {bare}건까지 집계하면 경로 {path}입니다. 이 스위트에서는 집계하지 않습니다.',
		turns: '판정이 바뀔 수 있는 이유',
		theseName: '규칙의 오판',
		these: '이 프롬프트 중 {needed}건 이상이 보존할 만할 확률 {probability}',
		likeName: '비슷한 다른 프롬프트',
		like: '통과율이 {share} 이상일 확률 {probability}',
		measuredOn: '규칙의 오류율은 문장 {rows}건으로 측정했습니다({set}, {date}). 이 실행을 라벨링하면 보정됩니다.',
		label: (texts) => `라벨링하면 확정되는 텍스트 ${texts}건`,
		gate: { passed: '게이트 통과', failed: '게이트 실패', undecided: '게이트 보류' },
		rules: (passing, all) => `규칙 ${all}개 중 ${passing}개 통과`,
		status: { stops: '✕ 실패', undecided: '? 보류', passes: '✓ 통과' },
	},
});

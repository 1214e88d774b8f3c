/** Korean of `src/base/messages/gate.ts`. Alphabetical by code. */
export const gate = {
	'gate.at-least': '{bound} 이상',
	'gate.at-most': '{bound} 이하',
	'gate.baseline-code': '베이스라인과 같은 코드로 채점',
	'gate.baseline-lacks': '베이스라인에 지표 없음: {metric}',
	'gate.baseline-machine': '베이스라인과 같은 조건에서 측정',
	'gate.baseline-times': '베이스라인의 시간은 비교할 수 없음: {why}',
	'gate.between': '나머지 결과와 관계없이 {low}~{high}',
	'gate.drop': '베이스라인 대비 하락 {bound} 이내',
	'gate.lacks': '이 실행에 없는 지표: {metric}[[ (혹시 ‘{near}’?)]]',
	'gate.missing': '빠진 샘플 {n}건',
	'gate.missing-shards': '빠진 샤드: {shards}',
	'gate.needs-all': '{metric}: 전체 프롬프트를 집계하는 지표인데 이 실행에는 일부만 있음({part})',
	'gate.no-baseline': '베이스라인이 지정되지 않음',
	'gate.no-probability': '{metric}: 모든 프롬프트가 통과해야 하는 판정에는 없는 지표',
	'gate.open': '샘플 {n}건에 따라 결과가 달라질 수 있음: {causes}',
	'gate.open-both':
		'이 실행의 샘플 {n}건({causes})과 베이스라인의 샘플 {before}건({beforeCauses})에 따라 결과가 달라질 수 있음',
	'gate.other-machine': '측정 조건이 다름: {fields}',
	'gate.other-scoring':
		'{suite}: 응답이 같은 샘플 {alike}건 중 {otherwise}건의 점수가 다름({scores}). 다른 코드로 채점됨. --config로 실행의 설정을 지정하면 같은 코드로 채점함',
	'gate.part': '베이스라인은 {suite} 샘플 전체, 이 실행은 {there}/{whole}건({chosen})',
	'gate.rise': '베이스라인 대비 상승 {bound} 이내',
	'gate.shards-missing': '빠진 샤드가 있음',
	'gate.times': '이 실행의 시간은 비교할 수 없음: {why}',
	'gate.unended': '끝까지 실행되지 않음({outcome})',
	'gate.whole-run': '완료된 실행',
} as const;

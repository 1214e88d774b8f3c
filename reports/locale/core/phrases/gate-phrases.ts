import { causesKo } from '../../terms/ko-terms.ts';
import type { Phrase } from '../phrase.ts';

/** What rules of a gate want and find. */
export const GATE_PHRASES: readonly Phrase[] = [
	['at most {bound} below the baseline', '기준 실행보다 낮아도 {bound} 이내'],
	['at most {bound} above the baseline', '기준 실행보다 높아도 {bound} 이내'],
	['a whole run', '온전한 실행'],
	['by the code of the baseline', '기준 실행과 같은 코드의 채점'],
	['of the machine of the baseline', '기준 실행과 같은 조건에서 잰 시간'],
	['they were not measured alike: {fields}', '다른 조건에서 쟀음(다른 항목: {fields})'],
	['shards are missing: {list}', '빠진 샤드: {list}'],
	['the run is not complete (failed)', '실행이 실패로 끝남'],
	['the run is not complete (interrupted)', '실행이 중단됨'],
	['the run is not complete (cut short)', '실행이 도중에 끊김'],
	['the run is not complete ({outcome})', '끝까지 실행되지 않음({outcome})'],
	['{#n} sample{|s} {is|are} missing', '빠진 샘플 {n}건'],
	["this run has no {metric}; did you mean '{near}'?", '이 실행에는 {metric} 지표가 없음(혹시 ‘{near}’?)'],
	['this run has no {metric}', '이 실행에는 {metric} 지표가 없음'],
	[
		'{metric} counts all prompts, and this run has only some (shards are missing)',
		'{metric} 지표는 전체 프롬프트를 세는데 이 실행에는 일부만 있음(빠진 샤드가 있음)',
	],
	[
		'{metric} counts all prompts, and this run has only some ({part})',
		'{metric} 지표는 전체 프롬프트를 세는데 이 실행에는 일부만 있음({part})',
	],
	[
		'the run has {suite} {#there} of {#whole} ({chosen}), the baseline all of them',
		'기준 실행은 {suite} 샘플을 모두 물었는데 이 실행은 {whole}건 중 {there}건만 물었음({chosen})',
	],
	['no baseline was given', '기준 실행이 지정되지 않음'],
	['the baseline has no {metric}', '기준 실행에는 {metric} 지표가 없음'],
	['{#n} sample{|s} {is|are} unscored, which could decide it', '채점하지 못한 샘플 {n}건에 따라 결과가 달라질 수 있음'],
	[
		'{#n} sample{|s} {is|are} unscored or left out by the early stop, which could decide it',
		'채점하지 못했거나 조기 종료로 묻지 않은 샘플 {n}건에 따라 결과가 달라질 수 있음',
	],
	[
		'{#n} sample{|s} of the run and {before} of the baseline are {how}, which could decide it',
		'채점하지 못했거나 잘린 샘플(이 실행 {n}건, 기준 실행 {before}건)에 따라 결과가 달라질 수 있음',
	],
	['{#n} sample{|s} {is|are} cut, which could decide it', '도중에 잘린 샘플 {n}건에 따라 결과가 달라질 수 있음'],
	['{#n} sample{|s} could decide it: {,causes}', '샘플 {n}건에 따라 결과가 달라질 수 있음: {causes}'],
	['its times cannot be compared: {~why}', '이 실행의 시간은 비교할 수 없음: {why}'],
	['the times of the baseline cannot be compared: {~why}', '기준 실행의 시간은 비교할 수 없음: {why}'],
	['it is at least {low}, for a turn was cut before its time came', '시간을 재기 전에 끊긴 턴이 있어 적어도 {low}'],
	['it is between {low} and {high}, whatever the others would say', '나머지 결과가 어떻든 {low}에서 {high} 사이'],
	['{#n} not-known', '알 수 없음 {n}건'],
	['{#n} left-out', '조기 종료로 빠짐 {n}건'],
	['{#n} unscored', '채점 못 함 {n}건'],
	...Object.entries(causesKo).map(([cause, words]): Phrase => [`{#n} ${cause}`, `${words} {n}건`]),
];

import type { Phrase } from '../phrase.ts';

/** What puts a run in doubt, limits it, or was left out of it. */
export const RUN_PHRASES: readonly Phrase[] = [
	['the run is not complete (failed)', '실행이 실패로 끝남'],
	['the run is not complete (interrupted)', '실행이 중단됨'],
	['the run is not complete (cut short)', '실행이 도중에 끊김'],
	['the run is not complete ({outcome})', '끝까지 실행되지 않음({outcome})'],
	[
		'{sampler} {#value}: is not used, for {runner} does not sample by it',
		'{runner} 러너는 {sampler} 샘플링을 지원하지 않아 {sampler} {value} 설정을 쓰지 않았습니다.',
	],
	[
		"suite {suite}: calls that {#n} of {#all} sample{|s} expect are refused by the app's own tools, so a call counts as right that does nothing: first {id}, {why}",
		'{suite} 스위트: 샘플 {all}건 중 {n}건이 기대하는 호출을 앱의 도구가 거부합니다. 맞은 호출로 채점되어도 실제로는 아무 일도 하지 않습니다. 처음 나온 샘플: {id}({why})',
	],
	[
		'{suite}: {n} of {#all} sample{|s} with the very same answers {is|are} scored otherwise ({scores}): other code scored them, and nobody checked which is right; name the config of a run (--config)',
		'{suite}: 답이 똑같은 샘플 {all}건 가운데 {n}건의 점수({scores})가 서로 다릅니다. 다른 코드가 채점했으며 어느 쪽이 맞는지는 확인되지 않았습니다. 실행의 설정 파일을 --config로 지정하세요.',
	],
	[
		'{#threads} engine threads share {#cores} core{|s} of this machine, which makes every time longer',
		'엔진 스레드 {threads}개가 이 기기의 코어 {cores}개를 나눠 써서 모든 시간이 길어집니다.',
	],
	['limit {#n}', '앞에서 {n}건까지'],
	['filter {pattern}', '필터 {pattern}'],
	['shard {#index} of {#count}', '샤드 {count}개 중 {index}번째'],
	['without shard {list}', '빠진 샤드 {list}'],
	['early stop', '조기 종료'],
];

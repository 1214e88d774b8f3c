import type { Phrase } from '../phrase.ts';

/** What was left out of a capture, and what of a captured turn cannot be true. */
export const CAPTURE_PHRASES: readonly Phrase[] = [
	['no line of the corpus logger that can be read in: {list}', '읽을 수 있는 코퍼스 로거 줄이 없는 파일: {list}'],
	['{#n} damaged line{|s} {was|were} left out: {,list}', '손상되어 제외한 줄 {n}개: {list}'],
	[
		'{#n} event{|s} {was|were} left out, for the user’s words before {it|them} are missing',
		'앞선 사용자 발화가 기록에 없는 이벤트 {n}개를 제외했습니다.',
	],
	[
		'turns of which lines are missing or damaged were left out: {list}',
		'일부 줄이 빠졌거나 손상되어 제외한 턴: {list}',
	],
	// Logs of before.
	['turns of which lines are missing were left out: {list}', '일부 줄이 빠져 제외한 턴: {list}'],
	['no prompts of the corpus, left out: {list}', '코퍼스에 없어 제외한 프롬프트: {list}'],
	[
		'asked in other words than the corpus has, so unscored (foreign): {list}',
		'코퍼스와 다른 말로 물어서 채점하지 않은 샘플: {list}',
	],
	['told in two ways, so unscored (contradictory): {,list}', '기록이 서로 어긋나 채점하지 않은 샘플: {list}'],
	[
		'this capture does not tell how generations ended, so that a cut is invisible in what has no call: {list}',
		'이 캡처에는 생성이 어떻게 끝났는지 기록되어 있지 않아, 호출이 없는 답변은 중간에 잘렸어도 알 수 없습니다: {list}',
	],
	['asked more than once, the last time counts: {,list}', '여러 번 물어서 마지막 답변만 센 샘플: {list}'],
	['{id} ({#n} time{|s})', '{id}({n}회)'],
	['not asked, or not whole: {list}', '묻지 않았거나 기록이 온전하지 않은 샘플: {list}'],
	['asked in other words than the corpus has', '코퍼스와 다른 말로 물음'],
	['turn {#turn} is told where turn {#at} is expected', '{at}번 턴이 올 차례에 {turn}번 턴이 기록됨'],
	['turn {#turn} follows turn {#at}, which tells no call', '호출이 없는 {at}번 턴에 {turn}번 턴이 이어짐'],
	[
		'its end tells of {#n} generation{|s} before the last, and what was said is of {told}',
		'턴의 끝에는 마지막 생성 앞에 생성이 {n}개 있었다고 하지만 기록된 생성은 모두 {told}개임',
	],
	['its clock runs backwards, from {#from} to {#to} ms', '시각이 {from} ms에서 {to} ms로 거꾸로 감'],
	[
		'its clock tells a turn of {#ms} ms, longer than an hour',
		'턴 하나가 {ms} ms로 기록되어 있음(한 시간을 넘을 수 없음)',
	],
	["its calls tell two prefixes, '{first}' and '{second}'", '호출마다 앞말이 다르게 기록됨: ‘{first}’, ‘{second}’'],
	[
		"its chunks say '{chunks}', the prefix of its call '{prefix}'",
		'조각을 이으면 ‘{chunks}’인데 호출의 앞말은 ‘{prefix}’로 기록됨',
	],
	['a call is told behind its end', '턴이 끝난 뒤에 호출이 기록됨'],
	['a chunk is told behind its end', '턴이 끝난 뒤에 조각이 기록됨'],
	['asked {#n} time{|s}, and {score} differs', '{n}번 물었는데 답변에 따라 {score} 점수가 다름'],
	['its end is told twice', '턴의 끝이 두 번 기록됨'],
	['only {#there} of {#of} part{|s} of the event are there', '이벤트의 {of}개 부분 중 {there}개만 있음'],
	['not a record', '기록 형식이 아님'],
];

import type { Phrase } from '../phrase.ts';

/** Failures of a config's own runner, whose name stands before, or dialect. */
export const RUNNER_PHRASES: readonly Phrase[] = [
	['DialectFailure: dialect {name}: its parser throws {what}', '호출 형식 {name}의 파서에서 오류가 났습니다({what}).'],
	[
		'DialectFailure: dialect {name}: its parser gives {what}',
		'호출 형식 {name}의 파서가 잘못된 결과를 냈습니다({what}).',
	],
	['Error: the engine throws {what}', '엔진이 오류 대신 {what} 값을 던졌습니다.'],
	['tells {event} behind the end of its generation', '생성이 끝났다고 알린 뒤에 더 알린 것이 있습니다({event}).'],
	['calls onGeneration {#n} times for one generation', '생성 하나를 onGeneration으로 {n}번 알렸습니다.'],
	[
		'its stream ends with {#told} {field}, onGeneration with {#other}',
		'{field} 값이 스트림({told})과 onGeneration({other})에서 서로 다릅니다.',
	],
	[
		'its stream ends with {end}, onGeneration with {other}',
		'생성이 끝난 이유가 스트림({end})과 onGeneration({other})에서 서로 다릅니다.',
	],
	[
		'its stream tells {said} where onGeneration tells {other}',
		'답변이 스트림({said})과 onGeneration({other})에서 서로 다릅니다.',
	],
	['its stream is over without an end', '스트림이 end 이벤트 없이 끝났습니다.'],
	['tells {event}, no event of type {types}', '이벤트가 아닌 것을 알렸습니다({event}). 알릴 수 있는 유형: {types}'],
	['tells {event}, where {field} is {no|none|neither} {kind}', '알린 이벤트의 {field} 형식이 잘못되었습니다({event}).'],
	['confirm() gives no answer within {#s} s', 'confirm()이 {s}초 안에 답하지 않았습니다.'],
	['peakRssBytes() gives no answer within {#s} s; left out', 'peakRssBytes()가 {s}초 안에 답하지 않아 뺐습니다.'],
	[
		'peakRssBytes() gives {what}, no number of bytes; left out',
		'peakRssBytes()의 답이 바이트 수가 아니어서 뺐습니다({what}).',
	],
	['peakRssBytes() throws {what}; left out', 'peakRssBytes()에서 오류가 나서 뺐습니다({what}).'],
	[
		'tells {#count} {field} where there can be {#least} to {#most}',
		'{field} 값({count})은 있을 수 없는 값이라 뺐습니다(가능한 범위: {least}~{most}).',
	],
	['tells {field} as {type}', '{field} 값이 숫자가 아니어서({type}) 뺐습니다.'],
	[
		"tells {told} ms of {field} where gemmark's own clock has {#ms} ms",
		'{field} 값({told}ms)이 gemmark가 직접 잰 시간({ms}ms)과 맞지 않아 그 답변의 시간을 모두 뺐습니다.',
	],
	[
		'tells {told} ms of {field} in a generation of {#ms} ms',
		'{field} 값({told}ms)이 답변 전체 시간({ms}ms)을 벗어나서 뺐습니다.',
	],
	[
		'tells {told} ms of {field} where there can be {#ms} ms or more',
		'{field} 값({told}ms)이 있을 수 없이 짧아서 뺐습니다(최소 {ms}ms).',
	],
	['confirm() throws {what}', 'confirm()에서 오류가 났습니다({what}).'],
	['onGeneration tells {value}, no record', 'onGeneration으로 알린 것이 생성 기록이 아닙니다({value}).'],
	[
		'onGeneration tells {value} as {field}, which is {kind}',
		'onGeneration으로 알린 {field} 값이 잘못되었습니다({value}).',
	],
	[
		'{#chars} characters for {#n} token{|s}, which the runner {name} passed',
		'러너 {name}의 답변이 토큰 {n}개에 허용된 {chars}자를 넘겨서 잘랐습니다.',
	],
	[
		'{#events} events for {#n} token{|s}, which the runner {name} passed',
		'러너 {name}의 답변이 토큰 {n}개에 허용된 이벤트 {events}개를 넘겨서 잘랐습니다.',
	],
];

import type { Phrase } from '../phrase.ts';

/** Failures of servers that are asked over HTTP; their address stands before. */
export const SERVER_PHRASES: readonly Phrase[] = [
	[
		'the engine told no count of tokens in {#n} turn{|s}, {#silent} of them without a call: a call that its parser swallowed, a cut answer and a cut prompt are invisible there',
		'턴 {n}건(이 가운데 호출이 없는 턴 {silent}건)에서 엔진이 토큰 수를 알려 주지 않았습니다. 이런 턴에서는 엔진의 파서가 호출을 삼켰거나 답변이나 프롬프트가 잘렸어도 알 수 없습니다.',
	],
	[
		'marks of a chat template ({marks}) stand as text in {#n} turn{|s}: check the template and the stop words of what answered',
		'턴 {n}건에 채팅 템플릿의 표시({marks})가 글자로 섞여 나왔습니다. 답변한 쪽의 템플릿과 중지 문자열을 확인하세요.',
	],
	[
		'{#events} events for {#n} token{|s}, which the server passed',
		'서버가 토큰 {n}개에 허용된 이벤트 {events}개를 넘겨서 잘랐습니다.',
	],
	[
		'the server did not take {#requests} request{|s} of {#n} sample{|s} at first: the {#seconds} s until it did are in no time of the model',
		'서버가 샘플 {n}건의 요청 {requests}건을 처음에는 받지 않았습니다. 다시 보내 받을 때까지 걸린 {seconds}초는 모델의 시간에 넣지 않았습니다.',
	],
	[
		'{finish}, by the server at {#tokens} of {#n} token{|s}',
		'서버가 허용된 토큰 {n}개 가운데 {tokens}개에서 답변을 끊었습니다({finish}).',
	],
	['stopped at "{word}", which was not asked for', '서버가 요청에 없는 중지 문자열 "{word}"에서 답변을 끊었습니다.'],
	[
		'the server tells a call without the arguments that its tool needs',
		'서버가 도구에 꼭 필요한 인자 없이 호출을 알려 왔습니다.',
	],
];

/** Failures of a phone, or of the app on it; the device's name stands before. */
export const DEVICE_PHRASES: readonly Phrase[] = [
	[
		'{#events} events for {#n} token{|s}, which the app passed',
		'앱이 토큰 {n}개에 허용된 이벤트 {events}개를 넘겨서 잘랐습니다.',
	],
	['{#n} characters, which the app passed', '앱의 답변이 {n}자를 넘어서 잘랐습니다.'],
	['{#n} generations in one turn, which the app passed', '앱이 한 턴에 생성을 {n}번 넘게 해서 끝냈습니다.'],
];

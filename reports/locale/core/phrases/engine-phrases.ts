import type { Phrase } from '../phrase.ts';

/** Failures of engines: in this process's care, or in a browser. */
export const ENGINE_PHRASES: readonly Phrase[] = [
	['{Engine|Environment|Log|Config|Usage}Error: {~what}', '{what}'],
	['the first {#n} samples failed ({names}): {~what}', '처음 샘플 {n}건이 모두 실패했습니다({names}). {what}'],
	['the engine was lost {#n} times in this sample', '이 샘플에서 엔진과의 연결이 {n}번 끊겼습니다.'],
	['the engine has not ended its last generation yet', '엔진이 앞의 생성을 아직 끝내지 않았습니다.'],
	['The download of {what} was interrupted', '{what}: 내려받다가 중단되었습니다.'],
	['the load of {runner} was interrupted', '{runner}: 모델을 불러오다가 중단되었습니다.'],
	["The model's chat template refuses the prompt: {what}", '모델의 채팅 템플릿이 이 프롬프트를 거부했습니다({what}).'],
	["The model's chat template cannot be read: {what}", '모델의 채팅 템플릿을 읽을 수 없습니다({what}).'],
	['it prints no tool response', '템플릿이 도구 응답을 출력하지 않습니다.'],
	['{id}: workers sent results that are none', '{id}: 워커가 결과로 볼 수 없는 값을 보냈습니다.'],
	['workers failed {#n} times: {~what}', '워커가 {n}번 실패했습니다. {what}'],
	[
		'the Redis at {address} went away, and did not come back',
		'Redis({address})와 연결이 끊긴 뒤 다시 연결되지 않았습니다.',
	],
	['the queue failed: {what}', '작업 큐에서 오류가 났습니다({what}).'],
	// What the bundled app's loop tells its user.
	['The model failed to answer: {what}', '모델이 응답하지 못했습니다: {what}'],
	['The model took too long to answer.', '응답 시간이 너무 오래 걸렸습니다.'],
	['Stopped, because the tool calls went on for too long.', '도구 호출이 너무 길어져 중단했습니다.'],
	['Stopped, because there were too many tool calls.', '도구 호출이 너무 많아 중단했습니다.'],
	['no answer within {#ms} ms', '{ms} ms 안에 답변이 없음'],
	// Engines by whose rules generations are played.
	['LiteRT-LM, parse errors off', 'LiteRT-LM(파싱 오류 무시)'],
	['flutter_gemma, web', 'flutter_gemma(웹)'],
];

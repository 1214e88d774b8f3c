import type { Phrase } from '../phrase.ts';

/** Details of scores: why a sample does not pass, or has none. */
export const SCORE_PHRASES: readonly Phrase[] = [
	['what cannot be printed', '표시할 수 없는 예외'],
	['nothing that can be printed', '내용이 없는 예외'],
	['{Engine|Environment|Log|Config|Usage}Error: {~what}', '{what}'],
	['no answer within {#ms} ms', '{ms} ms 안에 답변이 없음'],
	['Overtime: {~what}', '{what}'],
	['gave no answer within {#s} s', '{s}초 안에 응답하지 않음'],
	['computed for {#s} s without an end', '{s}초가 지나도록 계산이 끝나지 않음'],
	// Of a field that is not as it must be, in gemmark's words, and in zod's.
	['is missing', '값이 없음'],
	['must be one of {wanted}', '다음 중 하나여야 함: {wanted}'],
	['must be at least {#n}', '{n} 이상이어야 함'],
	['must be at most {#n}', '{n} 이하여야 함'],
	['must be {wanted}', '{wanted} 형식이어야 함'],
	['Invalid input: expected {wanted}, received undefined', '값이 없음({wanted} 형식이어야 함)'],
	['Invalid input: expected {wanted}, received {given}', '{wanted} 형식이어야 하는데 {given} 형식임'],
	['Invalid input: expected {wanted}', '{wanted} 형식이어야 함'],
	['Invalid input', '형식에 맞지 않음'],
	['Invalid option: expected one of {wanted}', '다음 중 하나여야 함: {wanted}'],
	['Unrecognized key{|s}: {keys}', '알 수 없는 필드: {keys}'],
	['Too small: expected {what} to {have|be} {bound}', '너무 작거나 짧음({what} {bound})'],
	['Too big: expected {what} to {have|be} {bound}', '너무 크거나 긺({what} {bound})'],
	['Invalid string: must {rule}', '문자열 규칙에 맞지 않음({rule})'],
	['Invalid number: must {rule}', '숫자 규칙에 맞지 않음({rule})'],
];

/** Code of the app, the suite or the runner that failed. */
export const OWN_CODE_PHRASES: readonly Phrase[] = [
	['suite {suite}: {>what}', '스위트 {suite}: {what}'],
	['sample {id}: {>what}', '샘플 {id}: {what}'],
	['app {app}: {>what}', '앱 {app}: {what}'],
	['runner {runner}: {>what}', '러너 {runner}: {what}'],
	['load() was interrupted', 'load()가 중단됨'],
	['throws {what}', '예외 발생, {what}'],
	['did not go on within {#s} s', '{s}초 안에 다음으로 넘어가지 않음'],
	['gives no object of names and texts', '이름과 문자열로 된 객체를 돌려주지 않음'],
	['gives no messages', 'messages를 돌려주지 않음'],
	['gives messages[{#n}], which is no message', 'messages[{n}]이 메시지 형식이 아님'],
	[
		'gives no facts (an object, empty where there is nothing to tell)',
		'facts를 돌려주지 않음(알릴 것이 없으면 빈 객체)',
	],
	['gives an error that is no text', 'error가 문자열이 아님'],
	['gives no object', '객체를 돌려주지 않음'],
	['gives what JSON cannot carry: {what}', 'JSON으로 나타낼 수 없는 값을 돌려줌({what})'],
	['is {a|an} {kind}, which no JSON can hold. Give {~instead}.', 'JSON으로 나타낼 수 없는 값({kind}), 대신 {instead}'],
	['is {kind}, which no JSON can hold. Give {~instead}.', 'JSON으로 나타낼 수 없는 값({kind}), 대신 {instead}'],
	['a plain object', '일반 객체'],
	['a list', '배열'],
	['a text', '문자열'],
	['a number or a text', '숫자나 문자열'],
	['a finite number, or null', '유한한 수나 null'],
	['what it resolves to', '프로미스의 결과'],
];

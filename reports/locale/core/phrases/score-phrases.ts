import type { Phrase } from '../phrase.ts';

/** Details of scores: why a sample does not pass, or has none. */
export const SCORE_PHRASES: readonly Phrase[] = [
	['all tokens went into thought', '토큰을 모두 생각에 씀'],
	['the answer is empty: no text, no call and no counted token', '답변이 비어 있음(글, 호출, 집계된 토큰이 모두 없음)'],
	['no call was right; called {calls}', '호출하지 않아야 함 / 실제: {calls}'],
	['expected any call', '아무 도구나 호출해야 함'],
	['{path}: expected {/wanted}, got nothing', '{path}: 기대 {wanted} / 실제 없음'],
	['{path}: expected {/wanted}, got {given}', '{path}: 기대 {wanted} / 실제 {given}'],
	['expected {/wanted}, got {given}', '기대: {wanted} / 실제: {given}'],
	['expected {wanted}', '기대: {wanted}'],
	['the state was changed', '앱의 상태가 바뀜'],
	['message {#n}', '{n}번째 메시지'],
	['nothing was called', '호출 없음'],
	['{tool}: is no tool', '{tool}: 없는 도구'],
	['is not JSON', 'JSON이 아님'],
	['returned a promise, which is no {kind}', '점수 대신 프로미스(Promise)를 돌려줌'],
	['returned a reason or detail that is no text', '점수의 이유나 상세 내용이 문자열이 아님'],
	['returned {value}, which is no rate', '돌려준 값 {value}: 참이나 거짓이 아님'],
	['returned {value}, which is no number', '돌려준 값 {value}: 숫자가 아님'],
	['threw what cannot be printed', '표시할 수 없는 예외가 발생함'],
	['what cannot be printed', '표시할 수 없는 예외'],
	['nothing that can be printed', '내용이 없는 예외'],
	['Overtime: {~what}', '{what}'],
	['computed for {#s} s without an end', '{s}초가 지나도록 계산이 끝나지 않음'],
	// Zod's.
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
	['gives an error that is no text', 'error가 문자열이 아님'],
	['gives no object', '객체를 돌려주지 않음'],
	['gives what JSON cannot carry: {what}', 'JSON으로 나타낼 수 없는 값을 돌려줌({what})'],
];

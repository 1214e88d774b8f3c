import type { ToolResult } from './result.ts';

/** One dispatched call, as the reflection counts it. */
export interface ToolOutcome {
	readonly toolName: string;
	readonly result: ToolResult;
}

/**
 * The message of seed 004 that asks the model to think about its failed calls. Absent when none failed; a call that
 * the user cancelled neither failed nor succeeded.
 */
export function reflectionMessage(outcomes: readonly ToolOutcome[]): string | undefined {
	const failures = outcomes.flatMap(({ toolName, result }) => (result.type === 'error' ? [{ toolName, result }] : []));
	if (failures.length === 0) return undefined;
	const succeeded = outcomes.filter(({ result }) => result.type === 'ok').length;
	return [
		'🤔 도구 호출 결과를 분석해보겠습니다.',
		'',
		...(succeeded > 0 ? [`✅ 성공: ${succeeded}/${outcomes.length}개 도구가 정상 작동했습니다.`] : []),
		`❌ 실패: ${failures.length}개 도구에서 문제가 발생했습니다.`,
		'',
		'실패한 도구들을 분석해보겠습니다:',
		...failures.map(
			({ toolName, result }, index) =>
				`${index + 1}. **${oneLine(toolName)}** (${result.kind}): ${oneLine(result.reason)}`,
		),
		'',
		'이러한 문제들을 해결하기 위해 다음과 같은 접근을 시도해보겠습니다:',
		'• 다른 도구나 방법으로 같은 작업 수행',
		'• 입력 매개변수를 조정하여 재시도',
		'• 작업을 더 작은 단위로 분할하여 진행',
		'• 사용자에게 추가 정보를 요청',
		'',
		'어떤 방법을 선호하시나요?',
	].join('\n');
}

const MAX_LINE_CHARS = 300;

/** Names and reasons may come from the model or a server: neither may add lines to the list. */
function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LINE_CHARS);
}

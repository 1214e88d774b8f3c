import { appWords } from '../text/app-words/app-words.ts';
import type { ToolResult } from './result.ts';

/** One dispatched call, as the reflection counts it. */
export interface ToolOutcome {
	readonly toolName: string;
	readonly result: ToolResult;
}

/**
 * The message that asks the model to think about its failed calls. Absent when none failed; a call that
 * the user cancelled neither failed nor succeeded. In the app's `language` (default `ko`; English for every other).
 */
export function reflectionMessage(outcomes: readonly ToolOutcome[], language?: string): string | undefined {
	const failures = outcomes.flatMap(({ toolName, result }) => (result.type === 'error' ? [{ toolName, result }] : []));
	if (failures.length === 0) return undefined;
	return appWords(language)
		.reflection({
			calls: outcomes.length,
			succeeded: outcomes.filter(({ result }) => result.type === 'ok').length,
			failures: failures.map(
				({ toolName, result }, index) =>
					`${index + 1}. **${oneLine(toolName)}** (${result.kind}): ${oneLine(result.reason)}`,
			),
		})
		.join('\n');
}

const MAX_LINE_CHARS = 300;

/** Names and reasons may come from the model or a server: neither may add lines to the list. */
function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LINE_CHARS);
}

import type { Dialect } from '../dialect.ts';

/** Whether the text already says it, in Google's words or in those of Ollama. */
const SAID = /do function calling with the following functions/iu;

/**
 * The system text of a conversation with tools, with the dialect's trigger at its end, behind which the template
 * declares the tools. The text as it is where the dialect needs none or the text has it.
 */
export function withTrigger(
	dialect: Pick<Dialect, 'trigger'>,
	system: string | undefined,
	tools: number,
): string | undefined {
	const { trigger } = dialect;
	if (trigger === undefined || tools === 0 || triggerOf(dialect, system) === 'present') return system;
	return system === undefined || system.trim() === '' ? trigger : `${system.trimEnd()}\n\n${trigger}`;
}

/** Whether an app's system text has the dialect's trigger or gets it; absent where the dialect needs none. */
export function triggerOf(
	{ trigger }: Pick<Dialect, 'trigger'>,
	system: string | undefined,
): 'added' | 'present' | undefined {
	if (trigger === undefined) return undefined;
	return SAID.test(system ?? '') ? 'present' : 'added';
}

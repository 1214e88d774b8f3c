import type { FailedMessage } from '../protocol.ts';

/** A failure inside the engine's process that the parent turns into its typed error. */
export class EngineProblem extends Error {
	readonly failure: FailedMessage['failure'];
	readonly hint: string | undefined;
	readonly detail: string | undefined;

	constructor(
		failure: FailedMessage['failure'],
		message: string,
		options: { readonly hint?: string; readonly detail?: string } = {},
	) {
		super(message);
		this.name = 'EngineProblem';
		this.failure = failure;
		this.hint = options.hint;
		this.detail = options.detail;
	}
}

/** The message that tells a failure; anything but an {@link EngineProblem} is the engine's own fault. */
export function failedMessage(error: unknown, id?: number): FailedMessage {
	const problem =
		error instanceof EngineProblem
			? error
			: new EngineProblem('protocol', `llama.cpp failed: ${oneLine(error)}`, {
					...(error instanceof Error && error.stack !== undefined ? { detail: error.stack } : {}),
				});
	return {
		type: 'failed',
		...(id === undefined ? {} : { id }),
		failure: problem.failure,
		message: problem.message,
		...(problem.hint === undefined ? {} : { hint: problem.hint }),
		...(problem.detail === undefined ? {} : { detail: problem.detail }),
	};
}

function oneLine(error: unknown): string {
	return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 300);
}

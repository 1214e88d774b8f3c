import { INTERRUPTED_EXIT_CODE } from '../../src/run/results/exit-code.ts';

/** Ctrl-C and SIGTERM as an AbortSignal: the first lets the sample under way go and the log be closed, a second one ends at once. */
export interface Interrupt {
	readonly signal: AbortSignal;
	/** Gives the signals back to the system. */
	release(): void;
}

export { INTERRUPTED_EXIT_CODE };

export function catchInterrupt(onFirst: () => void): Interrupt {
	const controller = new AbortController();
	const handle = (): void => {
		if (controller.signal.aborted) process.exit(INTERRUPTED_EXIT_CODE);
		controller.abort();
		onFirst();
	};
	process.on('SIGINT', handle);
	process.on('SIGTERM', handle);
	return {
		signal: controller.signal,
		release() {
			process.off('SIGINT', handle);
			process.off('SIGTERM', handle);
		},
	};
}

import type { ConfirmGate } from '../tool/confirm-gate.ts';

/** The gate as long as someone may answer: once the signal is aborted, pending and later questions are answered no. */
export function closableGate(gate: ConfirmGate, signal: AbortSignal): ConfirmGate {
	return async (question) => {
		if (signal.aborted) return false;
		const closed = Promise.withResolvers<boolean>();
		const close = (): void => closed.resolve(false);
		signal.addEventListener('abort', close, { once: true });
		try {
			const answer = await Promise.race([gate(question), closed.promise]);
			return answer === true && !signal.aborted;
		} finally {
			signal.removeEventListener('abort', close);
		}
	};
}

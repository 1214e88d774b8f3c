/**
 * Calls an observer's hook. Whatever it throws, or rejects with later, is swallowed: someone who only watches may not
 * disturb what is watched.
 */
export function callHook(hook: () => unknown): void {
	try {
		const returned = hook();
		if (returned instanceof Promise) returned.catch(() => undefined);
	} catch {
		// As documented.
	}
}

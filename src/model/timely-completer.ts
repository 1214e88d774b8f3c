import type { Completer, CompletionEvent, CompletionRequest } from './completer.ts';
import { GRACE_MS, SILENT_ENGINE, timely } from './timely.ts';

/** A completer that ends at the deadline and at an abort, within `graceMs`, also where the engine stays silent. */
export function timelyCompleter(completer: Completer, graceMs: number = GRACE_MS): Completer {
	return { complete: (request) => completed(completer, request, graceMs) };
}

async function* completed(
	completer: Completer,
	request: CompletionRequest,
	graceMs: number,
): AsyncGenerator<CompletionEvent, void, undefined> {
	const started = performance.now();
	const { deadlineMs, signal } = request;
	const over = yield* timely(completer.complete(request), { deadlineMs, graceMs, signal });
	if (over === undefined) return;
	const totalMs = performance.now() - started;
	yield { type: 'end', finish: { unified: over, raw: SILENT_ENGINE }, usage: {}, source: 'wall-clock', totalMs };
}

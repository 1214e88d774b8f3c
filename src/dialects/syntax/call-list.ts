import type { JsonObject } from '../../json/json-value.ts';
import { faultsOf, type MalformedReason, type Repair } from '../../model/generation.ts';
import type { ParsedSpan } from '../dialect.ts';

/** One call of several in one stretch of text, or why it is none. `end` is where it ends in the raw text. */
export type ListedCall = { readonly end: number } & (
	| { readonly name: string; readonly arguments: JsonObject; readonly repairs: readonly Repair[] }
	| { readonly reason: MalformedReason }
);

/** A name a tool may have; anything else a model writes in its place is no call. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,127}$/u;

export function isCallName(name: string): boolean {
	return NAME.test(name);
}

/**
 * Spans of a stretch of text that holds calls. Each call's raw text reaches to the end of the call, the last one's to
 * the end of the stretch, so that nothing is lost. The stretch's own opening is already told.
 */
export function spansOfCalls(
	raw: string,
	calls: readonly ListedCall[],
	common: readonly Repair[],
): readonly ParsedSpan[] {
	const spans: ParsedSpan[] = [];
	let start = 0;
	for (const [index, call] of calls.entries()) {
		const end = index === calls.length - 1 ? raw.length : call.end;
		const own = raw.slice(start, end);
		start = end;
		if (index > 0) spans.push({ type: 'call-open' });
		if ('reason' in call) {
			spans.push({ type: 'malformed', reason: call.reason, raw: own });
		} else {
			const { name, arguments: args, repairs } = call;
			spans.push({ type: 'call', name, arguments: args, raw: own, repairs: [...common, ...repairs] });
		}
	}
	return spans;
}

/** Strict refuses what lenient had to repair. */
export function refuseRepairs(spans: readonly ParsedSpan[], reading: 'strict' | 'lenient'): readonly ParsedSpan[] {
	if (reading === 'lenient') return spans;
	return spans.map((span) =>
		span.type === 'call' && faultsOf(span.repairs).length > 0
			? { type: 'malformed', reason: 'not-strict', raw: span.raw }
			: span,
	);
}

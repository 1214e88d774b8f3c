import { type Finish, isOpenEnded, wasCutOff } from '../../model/generation.ts';
import type { ParsedSpan } from '../dialect.ts';

/** A generation that was cut off stays cut off, whatever was read of it. */
export function finishWithCalls(finish: Finish): Finish {
	return wasCutOff(finish) ? finish : { unified: 'tool-call', raw: finish.raw };
}

/**
 * What was cut within a call, or a block of calls, has none there: what was to come is not known, and no tool runs on half of
 * it. `spans` are those that only the end decides.
 */
export function withoutOpenCalls(spans: readonly ParsedSpan[]): readonly ParsedSpan[] {
	return spans.map((span) => {
		const isOpen = span.type === 'malformed' || (span.type === 'call' && isOpenEnded(span.repairs));
		return isOpen ? { type: 'malformed', reason: 'unclosed', raw: span.raw } : span;
	});
}

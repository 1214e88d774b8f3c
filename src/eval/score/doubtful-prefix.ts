import type { Turn } from '../turn/turn.ts';
import type { UnscoredCause } from './score.ts';

/**
 * Why the text before a turn's first call cannot be taken for its prefix: the server refuses beside it, or a call leaked
 * into the text, which is then the first. An engine that tells its tokens shows what the model wrote, calls included.
 */
export function doubtOfPrefix({ generations, callGeneration = 0, prefix }: Turn): UnscoredCause | undefined {
	const generation = generations[callGeneration];
	if (generation === undefined) return undefined;
	if (generation.finish.raw === 'refusal') return 'refused-by-server';
	return generation.tokens === undefined && LEAKED_CALL.test(prefix) ? 'unreadable' : undefined;
}

/** How Gemmas open a call. */
const LEAKED_CALL =
	/<\|?tool_call\|?>|<start_function_call>|```tool_code|(?<![\p{L}\p{N}_])call:[\p{L}_][\p{L}\p{N}_.-]{0,127}\{/u;

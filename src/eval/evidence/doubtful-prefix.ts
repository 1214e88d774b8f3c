import { FINISH_WORDS } from '../../model/finish-words.ts';
import type { UnscoredCause } from '../score/score.ts';
import type { Turn } from '../turn/turn.ts';
import { endsInOpener, leaksCall, tellsTokens } from './unread-call.ts';

/**
 * Why the text before a turn's first call cannot be taken for its prefix: the server refuses beside it, or a call leaked
 * or half the mark of one into the text, which is then the first. An engine that tells its tokens shows what the model
 * wrote, calls included.
 */
export function doubtOfPrefix({
	generations,
	callGeneration = 0,
	prefix = '',
	tools,
}: Turn): UnscoredCause | undefined {
	const generation = generations[callGeneration];
	if (generation === undefined) return undefined;
	if (generation.finish.raw === FINISH_WORDS.refusal) return 'refused-by-server';
	return !tellsTokens(generation.tokens) && (leaksCall(prefix, tools) || endsInOpener(prefix))
		? 'unreadable'
		: undefined;
}

import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { isUncounted } from '../../eval/evidence/generation-evidence.ts';
import { turnOf } from '../../eval/turn/turn.ts';
import { counted } from '../../text/counted.ts';
import type { Log } from '../record.ts';

/**
 * One warning where the engine that read the calls reports no token counts: a dropped call or a cut cannot be seen then.
 * Captures, which count nothing, have their own.
 */
export function untoldCounts({ header, samples }: Pick<Log, 'header' | 'samples'>): readonly string[] {
	if (header.settings.dialect !== ENGINE_DIALECT) return [];
	const untold = samples.filter(({ transcript }) => transcript.generations.some(isUncounted));
	if (untold.length === 0) return [];
	const silent = untold.filter(({ transcript }) => turnOf(transcript).call === undefined).length;
	return [
		`the engine told no count of tokens in ${counted(untold.length, 'turn')}, ${silent} of them without a call: a call that its parser swallowed, a cut answer and a cut prompt are invisible there`,
	];
}

import { checkTurnOrder } from '../../chat/turn-order.ts';
import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { faultsOf } from '../../model/generation.ts';
import type { Sample } from '../sample.ts';
import type { Scorer } from '../score/scorer.ts';

/**
 * Whether every call of the turn was written as the dialect has it. Does not apply where no call was tried, or where the
 * engine or an app read the calls: how they were written, and what was mended in them, is theirs to know.
 */
export function strictFormat<S extends Sample = Sample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'strictFormat',
		title: { en: 'calls without repairs', ko: '수정 없이 읽은 호출' },
		...options,
		score(_sample, { calls, malformed }, { dialect }) {
			if (dialect === ENGINE_DIALECT) return undefined;
			if (malformed) return { value: false, reason: 'malformed' };
			if (calls.length === 0 || calls.some(({ repairs }) => repairs === undefined)) return undefined;
			const faults = faultsOf(calls.flatMap((call) => call.repairs ?? []));
			const [reason] = faults;
			return reason === undefined ? true : { value: false, reason, detail: faults.join(', ') };
		},
	};
}

/** Whether the transcript keeps the order of turns; the reason is the first rule that it breaks. */
export function turnOrder<S extends Sample = Sample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'turnOrder',
		title: { en: 'order of turns kept', ko: '턴 순서' },
		needs: 'own',
		...options,
		score(_sample, { messages }) {
			if (messages.length === 0) return undefined;
			const [violation] = checkTurnOrder(messages);
			if (violation === undefined) return true;
			return { value: false, reason: violation.rule, detail: `message ${violation.index + 1}` };
		},
	};
}

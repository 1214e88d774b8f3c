import { ENGINE_DIALECT } from '../../../dialects/conversation/open-conversation.ts';
import type { FateOutcome } from '../../../fates/outcome.ts';
import { type FateCounts, noFates } from '../../../fates/play.ts';
import { engineName } from '../../../model/identity.ts';
import { causeOfGeneration, isCaptured, showsCall } from '../../evidence/generation-evidence.ts';
import { isForeign } from '../../evidence/turn-evidence.ts';
import type { EvaluatedRun } from '../../run.ts';
import type { LoggedGeneration, SampleResult } from '../../sample.ts';

/** What the run's own engine, or the app that was captured, made of the generations that it read by itself. */
export interface SeenFates {
	/** The engine and its version. */
	readonly engine: string;
	readonly counts: FateCounts;
	/** Generations that were cut or failed, or answer something else: in no count. */
	readonly cut: number;
}

/** Absent where every generation was read here. */
export function summarizeSeenFates(
	header: EvaluatedRun['header'],
	samples: readonly SampleResult[],
): SeenFates | undefined {
	const own = samples.flatMap(({ transcript }) =>
		transcript.generations
			.filter((one) => readByItsEngine(header, one))
			.map((one) => (isForeign(transcript) ? undefined : seenFate(one, transcript.tools))),
	);
	if (own.length === 0) return undefined;
	const counts = noFates();
	let cut = 0;
	for (const outcome of own) {
		if (outcome === undefined) cut += 1;
		else counts[outcome] += 1;
	}
	return { engine: engineName(header.engine), counts, cut };
}

/** Whether the run's own engine, or a captured app, read the generation: then nobody knows what the model wrote. */
export function readByItsEngine(
	{ settings: { dialect } }: EvaluatedRun['header'],
	generation: LoggedGeneration,
): boolean {
	return dialect === undefined || dialect === ENGINE_DIALECT || isCaptured(generation);
}

/**
 * What the run's own engine made of a generation, as the log shows it: whether it handed arguments on as the model wrote
 * them cannot be known, only that it handed on what is none. A call that it left in the text may be told by the name of a declared tool. Undefined
 * for one that was cut or failed.
 */
export function seenFate(generation: LoggedGeneration, tools?: readonly string[]): FateOutcome | undefined {
	const cause = causeOfGeneration(generation);
	if (cause === 'swallowed-by-engine') return 'swallowed';
	if (cause !== undefined) return undefined;
	if (showsCall(generation, tools)) return 'leaked';
	const types = new Set(generation.events.map(({ type }) => type));
	if (types.has('malformed')) return 'changed-arguments';
	if (types.has('call')) return 'call';
	return generation.pieces.join('').trim() === '' ? 'nothing' : 'text-shown';
}

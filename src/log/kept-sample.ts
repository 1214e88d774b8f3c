import { LogError } from '../errors/gemmark-error.ts';
import { UNCONFIRMED } from '../eval/sample.ts';
import { sampleKey } from '../eval/sample-key.ts';
import { jsonOf } from '../json/json-of.ts';
import { canonicalJson } from '../json/json-value.ts';
import type { LogFailure, LogSample } from './record.ts';

/**
 * Keeps a sample of a log under its key. One that stands twice counts as it stands last; throws {@link LogError} naming
 * both lines where the two were asked, answered or scored otherwise: no run writes that, but of one that it left unconfirmed.
 */
export function keepSample(
	samples: Map<string, LogSample>,
	sample: LogSample,
	{ source, line }: { readonly source: string; readonly line: number },
): void {
	const key = sampleKey(sample);
	const before = samples.get(key);
	if (before !== undefined && !isUnconfirmed(before) && contentOf(before) !== contentOf(sample)) {
		throw new LogError(`${source}:${line}: ${key} contradicts line ${lineOf(before)}, where it stands already`, {
			hint: 'A line was appended or edited: use the log as gemmark wrote it.',
		});
	}
	samples.set(key, sample);
	LINES.set(sample, line);
}

/** Line of its log that a sample was read from, 1-based; undefined for one that was not. */
export function lineOf(sample: LogSample): number | undefined {
	return LINES.get(sample);
}

/**
 * Leaves the samples unscored, and says nothing else of them, of which the failure tells that another model may have answered
 * them: those that it names, and what stands behind. Gives the failure without that, which the samples tell from here on.
 */
export function leaveUnconfirmed(
	samples: Map<string, LogSample>,
	{ unconfirmedSince, ...failure }: LogFailure,
): LogFailure {
	if (unconfirmedSince === undefined) return failure;
	const first = samples.get(sampleKey(unconfirmedSince));
	const from = (first && lineOf(first)) ?? 0;
	for (const [key, sample] of samples) {
		const line = lineOf(sample) ?? 0;
		if (line < from) continue;
		const left = unconfirmed(sample, failure.message);
		samples.set(key, left);
		LINES.set(left, line);
	}
	return failure;
}

function unconfirmed({ ownWords: _, ...sample }: LogSample, detail: string): LogSample {
	const { endToEndMs, cold } = sample.timings;
	return {
		...sample,
		transcript: { facts: {}, generations: [], failure: UNCONFIRMED, failureDetail: detail },
		scores: Object.fromEntries(Object.keys(sample.scores).map((name) => [name, { unscored: 'unconfirmed', detail }])),
		timings: { generations: [], endToEndMs, cold },
	};
}

function isUnconfirmed({ transcript }: LogSample): boolean {
	return transcript.failure === UNCONFIRMED;
}

const LINES = new WeakMap<LogSample, number>();

/** What was asked, said and scored: what was measured may differ. */
function contentOf({ sample, transcript, scores }: LogSample): string {
	return canonicalJson(jsonOf({ sample, transcript, scores }));
}

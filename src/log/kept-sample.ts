import { LogError } from '../errors/gemmark-error.ts';
import { sampleKey } from '../eval/sample-key.ts';
import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { LogSample } from './record.ts';

/**
 * Keeps a sample of a log under its key. One that stands twice counts as it stands last; throws {@link LogError} naming
 * both lines where the two were asked, answered or scored otherwise: no run writes that.
 */
export function keepSample(
	samples: Map<string, LogSample>,
	sample: LogSample,
	{ source, line }: { readonly source: string; readonly line: number },
): void {
	const key = sampleKey(sample);
	const before = samples.get(key);
	if (before !== undefined && contentOf(before) !== contentOf(sample)) {
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

const LINES = new WeakMap<LogSample, number>();

/** What was asked, said and scored: what was measured may differ. */
function contentOf({ sample, transcript, scores }: LogSample): string {
	return canonicalJson(JSON.parse(JSON.stringify({ sample, transcript, scores })) as JsonValue);
}

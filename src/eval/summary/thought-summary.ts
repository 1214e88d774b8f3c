import { type Distribution, distribution } from '../../stats/distribution.ts';
import type { EvaluatedRun } from '../run.ts';
import type { LoggedGeneration, SampleResult } from '../sample.ts';
import { isCut } from './speed/comparable-times.ts';

/** Tokens of thought in the samples of one suite and arm, of those that tell them. */
export interface ThoughtRow {
	readonly suite: string;
	readonly arm: string;
	/** Of whole thoughts. */
	readonly tokens: Distribution;
	/** Of each sample with a whole thought, in the order of the run. */
	readonly whole: readonly number[];
	/** Of each sample that was cut within a thought: it would have had at least so many. */
	readonly cut: readonly number[];
}

export function summarizeThoughts({ samples }: EvaluatedRun): readonly ThoughtRow[] {
	const rows = new Map<string, Record<'suite' | 'arm', string> & Record<'whole' | 'cut', number[]>>();
	for (const sample of samples) {
		const count = countedThought(sample);
		if (count === undefined) continue;
		const { suite, arm, transcript } = sample;
		const row = rows.get(`${suite} ${arm}`) ?? { suite, arm, whole: [], cut: [] };
		row[transcript.generations.some(isCutInThought) ? 'cut' : 'whole'].push(count);
		rows.set(`${suite} ${arm}`, row);
	}
	return Array.from(rows.values(), (row) => ({ ...row, tokens: distribution(row.whole) }));
}

/** Of all generations of the sample; absent where none tells, or a thought was cut: nobody knows how long it would have been. */
export function sampleThoughtTokens(sample: Pick<SampleResult, 'transcript'>): number | undefined {
	return sample.transcript.generations.some(isCutInThought) ? undefined : countedThought(sample);
}

function countedThought({ transcript }: Pick<SampleResult, 'transcript'>): number | undefined {
	const counts = transcript.generations.flatMap(({ usage }) => usage.thoughtTokens ?? []);
	return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** Whether nothing stands behind the thought of a generation that was cut. */
function isCutInThought(generation: LoggedGeneration): boolean {
	if ((generation.usage.thoughtTokens ?? 0) === 0 || !isCut(generation)) return false;
	const last = generation.events.findLast((event) => event.type !== 'text' || event.text.trim() !== '');
	return last === undefined || last.type === 'thinking';
}

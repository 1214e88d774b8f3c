import {
	type DecisionSummary,
	localized,
	type PromptOutcome,
	readTurn,
	type SampleResult,
	scoreNamed,
	turnWaiting,
	unscoredText,
} from '../../src/index.ts';
import { formatMs } from '../locale/format-number.ts';
import { markdownTable, markdownText } from './markdown-text.ts';

/** The prompts behind a decision, a row each; of several epochs the first is quoted. */
export function decisionTable(summary: DecisionSummary): string {
	const { prompts, samples, epochs } = summary;
	const firstOf = new Map<string, SampleResult>();
	for (const { result } of samples) if (!firstOf.has(result.sampleId)) firstOf.set(result.sampleId, result);
	return markdownTable(
		['#', 'prompt', 'Y/N', ...(epochs > 1 ? ['epochs'] : []), 'said', 'reason', 'first call', 'failed', 'to call'],
		prompts.map((prompt, index) => [
			String(index + 1),
			markdownText(prompt.input, 120),
			outcomeCell(prompt),
			...(epochs > 1 ? [`${prompt.hits}/${prompt.epochs}`] : []),
			...sampleCells(summary, firstOf.get(prompt.id)),
		]),
	);
}

function outcomeCell({ hit, unscored }: PromptOutcome): string {
	if (hit !== undefined) return hit ? 'Y' : 'N';
	const causes = Array.from(
		Map.groupBy(unscored, (cause) => cause),
		([cause, own]) => ({ cause, count: own.length }),
	);
	return unscored.length > 1 ? `? ${unscoredText(causes)}` : ['?', ...unscored].join(' ');
}

function sampleCells(summary: DecisionSummary, sample: SampleResult | undefined): readonly string[] {
	if (sample === undefined) return ['', '', '', '', ''];
	const { prefix, call } = readTurn(sample.transcript.generations);
	const { timeToCallMs } = turnWaiting(sample.timings);
	const { reason, detail, value } = scoreNamed(sample, summary.decision.score) ?? {};
	return [
		markdownText(prefix, 160),
		value === true ? '' : markdownText(reason ?? detail ?? '', 120),
		call === undefined ? '' : markdownText(call.name, 60),
		markdownText(otherFailures(summary, sample), 160),
		timeToCallMs === undefined ? '' : formatMs(timeToCallMs),
	];
}

/** Declared rates beside the one that decides, to which this sample says no (yes, where less is better). */
function otherFailures({ suite, decision }: DecisionSummary, sample: SampleResult): string {
	return Object.entries(suite.scores)
		.filter(([name, { kind, direction }]) => {
			const value = scoreNamed(sample, name)?.value;
			return kind === 'rate' && name !== decision.score && value === (direction === 'lower');
		})
		.map(([, { title }]) => localized(title, 'en'))
		.join(', ');
}

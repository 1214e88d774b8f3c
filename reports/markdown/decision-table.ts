import type { SampleResult } from '../../src/eval/sample.ts';
import { scoreNamed } from '../../src/eval/sample.ts';
import { readTurn, turnOf, turnWaiting } from '../../src/eval/turn.ts';
import type { PromptOutcome } from '../../src/eval/verdict.ts';
import { countReasons } from '../../src/stats/counts.ts';
import { type DecisionSummary, judgedSamples } from '../../src/summary/decisions/decisions.ts';
import { localized } from '../../src/text/text.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatMs } from '../messages/numbers.ts';
import type { ReportedRun } from '../reported-run.ts';
import { plannedPlaces } from '../titles.ts';
import { markdownTable, markdownText, reasonWord } from './text.ts';

/**
 * The prompts behind a decision, a row each with its number in the plan, those that nobody asked among them; of several epochs
 * the first is quoted that came to what the prompt did.
 */
export function decisionTable(run: ReportedRun, summary: DecisionSummary, locale: Locale): string {
	const { promptColumns, epochs: repeats, answer } = locale.markdown;
	const [prompt, hit, ...others] = promptColumns;
	const { suite, epochs, decision } = summary;
	const prompts = allPrompts(run, summary);
	const repeatsOf = Map.groupBy(judgedSamples(run.log, summary, run.labels), ({ sampleId }) => sampleId);
	const quoted = ({ id, hit }: PromptOutcome): SampleResult | undefined => {
		const repeated = repeatsOf.get(id) ?? [];
		return repeated.find((result) => scoreNamed(result, decision.score)?.value === hit) ?? repeated[0];
	};
	const rows = prompts.map((prompt) => ({ prompt, sample: quoted(prompt) }));
	// What is said before a call decides a suite of prefixes; of any other nobody knows.
	const answers = suite.view === 'prefix' ? [] : rows.map(({ sample }) => sample && answerBehindCall(sample));
	const answered = answers.some((answer) => answer !== undefined);
	return markdownTable(
		['#', prompt, hit, ...(epochs > 1 ? [repeats] : []), ...others, ...(answered ? [answer] : [])],
		rows.map(({ prompt, sample }, index) => [
			String(prompt.place),
			markdownText(prompt.input, 120),
			outcomeCell(prompt, locale),
			...(epochs > 1 ? [`${prompt.hits}/${prompt.epochs}`] : []),
			...sampleCells(summary, sample, locale),
			...(answered ? [markdownText(answers[index] ?? '', 160)] : []),
		]),
	);
}

/** Those that were asked, and those that were to be: at their places, counted from 1. */
function allPrompts(
	{ summary: { samples } }: ReportedRun,
	{ suite, standing: { prompts } }: DecisionSummary,
): readonly (PromptOutcome & { readonly place: number })[] {
	const asked = new Set(prompts.map(({ id }) => id));
	const missing = new Map(
		samples.missing.flatMap(({ suite: of, sampleId: id, input = id }) =>
			of !== suite.name || asked.has(id)
				? []
				: [[id, { id, input, hits: 0, misses: 0, epochs: 0, unscored: ['missing'] as const }]],
		),
	);
	const placeOf = plannedPlaces(suite);
	return [...prompts, ...missing.values()]
		.map((prompt, index) => ({ ...prompt, place: placeOf(prompt.id) ?? index + 1 }))
		.sort((one, other) => one.place - other.place);
}

/** The last words of a turn in which something else was said, or called, before. */
function answerBehindCall({ transcript }: SampleResult): string | undefined {
	const { answer, prefix } = turnOf(transcript);
	return answer?.trim() === prefix?.trim() ? undefined : answer;
}

function outcomeCell({ hit, unscored }: PromptOutcome, locale: Locale): string {
	if (hit !== undefined) return hit ? 'Y' : 'N';
	const causes = countReasons(unscored).map(
		({ reason, count }) => `${reasonWord(reason, locale)}${count > 1 ? ` ${count}` : ''}`,
	);
	return ['?', causes.join(', ')].join(' ').trimEnd();
}

function sampleCells(summary: DecisionSummary, sample: SampleResult | undefined, locale: Locale): readonly string[] {
	if (sample === undefined) return ['', '', '', '', ''];
	const { prefix, call } = readTurn(sample.transcript.generations);
	const { timeToCallMs } = turnWaiting(sample);
	const { reason, detail, value } = scoreNamed(sample, summary.decision.score) ?? {};
	return [
		markdownText(prefix, 160),
		value === true
			? ''
			: reason === undefined
				? markdownText(locale.say(detail ?? ''), 120)
				: reasonWord(reason, locale),
		call === undefined ? '' : markdownText(call.name, 60),
		markdownText(otherFailures(summary, sample, locale), 160),
		timeToCallMs === undefined ? '' : formatMs(timeToCallMs),
	];
}

/** Declared rates beside the one that decides, to which this sample says no (yes, where less is better). */
function otherFailures({ suite, decision }: DecisionSummary, sample: SampleResult, locale: Locale): string {
	return Object.entries(suite.scores)
		.filter(([name, { kind, direction }]) => {
			const value = scoreNamed(sample, name)?.value;
			return kind === 'rate' && name !== decision.score && value === (direction === 'lower');
		})
		.map(([, { title }]) => localized(title, locale.lang))
		.join(', ');
}

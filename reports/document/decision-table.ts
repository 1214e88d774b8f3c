import { type SampleResult, scoreNamed } from '../../src/eval/sample.ts';
import { readTurn, turnOf, turnWaiting } from '../../src/eval/turn.ts';
import type { PromptOutcome } from '../../src/eval/verdict.ts';
import { countReasons } from '../../src/stats/counts.ts';
import type { DecisionSummary } from '../../src/summary/decisions/decisions.ts';
import { localized } from '../../src/text/text.ts';
import { reasonWord } from '../html/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatMs } from '../messages/numbers.ts';
import type { ReportedRun } from '../reported-run.ts';
import { plannedPlaces } from '../titles.ts';
import { type Block, cut, table } from './block.ts';

/** The planned prompts of a decision, a row each; of several epochs, quotes the first with the prompt's outcome. */
export function decisionTable(run: ReportedRun, summary: DecisionSummary, locale: Locale): Block {
	const { promptColumns, epochs: repeats, answer } = locale.markdown;
	const [prompt, hit, ...others] = promptColumns;
	const { suite, epochs, decision } = summary;
	const prompts = allPrompts(run, summary);
	const repeatsOf = Map.groupBy(summary.standing.judged, ({ sampleId }) => sampleId);
	const quoted = ({ id, hit }: PromptOutcome): SampleResult | undefined => {
		const repeated = repeatsOf.get(id) ?? [];
		return repeated.find((result) => scoreNamed(result, decision.score)?.value === hit) ?? repeated[0];
	};
	const rows = prompts.map((prompt) => ({ prompt, sample: quoted(prompt) }));
	// Suites with the prefix view judge the text before the call, not the answer.
	const answers = suite.view === 'prefix' ? [] : rows.map(({ sample }) => sample && laterAnswer(sample));
	const answered = answers.some((answer) => answer !== undefined);
	return table(
		['#', prompt, hit, ...(epochs > 1 ? [repeats] : []), ...others, ...(answered ? [answer] : [])],
		rows.map(({ prompt, sample }, index) => [
			String(prompt.place),
			cut(prompt.input, 120),
			outcomeCell(prompt, locale),
			...(epochs > 1 ? [`${prompt.hits}/${prompt.epochs}`] : []),
			...sampleCells(summary, sample, locale),
			...(answered ? [cut(answers[index] ?? '', 160)] : []),
		]),
	);
}

/** Prompts with and without samples, in the order of the plan. */
function allPrompts(
	{ summary: { samples } }: ReportedRun,
	{ suite, standing: { prompts } }: DecisionSummary,
): readonly (PromptOutcome & { readonly place: number })[] {
	const ran = new Set(prompts.map(({ id }) => id));
	const missing = new Map(
		samples.missing.flatMap(({ suite: of, sampleId: id, input = id }) =>
			of !== suite.name || ran.has(id)
				? []
				: [[id, { id, input, hits: 0, misses: 0, epochs: 0, unscored: ['missing'] as const }]],
		),
	);
	const placeOf = plannedPlaces(suite);
	return [...prompts, ...missing.values()]
		.map((prompt, index) => ({ ...prompt, place: placeOf(prompt.id) ?? index + 1 }))
		.sort((one, other) => one.place - other.place);
}

/** The answer of a turn, if it is not also its prefix. */
function laterAnswer({ transcript }: SampleResult): string | undefined {
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
		cut(prefix, 160),
		value === true ? '' : reason === undefined ? cut(locale.say(detail ?? ''), 120) : reasonWord(reason, locale),
		call === undefined ? '' : cut(call.name, 60),
		cut(otherFailures(summary, sample, locale), 160),
		timeToCallMs === undefined ? '' : formatMs(timeToCallMs),
	];
}

/** Other declared rates that this sample fails. */
function otherFailures({ suite, decision }: DecisionSummary, sample: SampleResult, locale: Locale): string {
	return Object.entries(suite.scores)
		.filter(([name, { kind, direction }]) => {
			const value = scoreNamed(sample, name)?.value;
			return kind === 'rate' && name !== decision.score && value === (direction === 'lower');
		})
		.map(([, { title }]) => localized(title, locale.lang))
		.join(', ');
}

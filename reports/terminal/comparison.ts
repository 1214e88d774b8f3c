import { counted, english, message, plural } from '../../src/base/message.ts';
import { differenceText, namedDifferences } from '../../src/summary/compare/comparability.ts';
import { partText, type RunComparison } from '../../src/summary/compare/compare.ts';
import type { NumberDifference } from '../../src/summary/compare/differences.ts';
import { type Unrecorded, unrecordedTogether } from '../../src/summary/compare/identity.ts';
import type { ScoredDivergence } from '../../src/summary/compare/token-divergence.ts';
import { answerLines, answerTitle } from '../comparison/answer.ts';
import { shownScores } from '../comparison/words.ts';
import { mcnemarText } from '../effects.ts';
import { localeOf } from '../messages/catalogue.ts';
import { formatSigned, formatSignedRange } from '../messages/numbers.ts';
import type { ReportedComparison } from '../reported-run.ts';
import { scoreFigure } from '../titles.ts';
import { singleLine } from './text.ts';

const EN = localeOf('en');

/** The second run compared with the first; `known`: both are known to have the same prompts. */
export function comparisonLines(
	first: string,
	second: string,
	comparison: RunComparison,
	known: boolean,
): readonly string[] {
	const { divergence, paired, identity, onlyFirst, onlySecond, firstParts, secondParts } = comparison;
	const flips = shownScores(comparison).map((flips) => {
		const { suite, variant, score, gained, lost } = flips;
		const left = EN.comparison.unpaired(flips);
		return `${suite} ${variant} ${score}: ${lost.length} lost, ${gained.length} gained (${mcnemarText(flips, EN)})${left && `, ${left}`}`;
	});
	const alone = [...identity.onlyFirst, ...identity.onlySecond];
	return [
		singleLine(`${second} vs baseline ${first}: ${counted(paired, 'shared sample')}`),
		...[
			...(onlyFirst > 0 ? [`only in ${first}: ${counted(onlyFirst, 'sample')}`] : []),
			...(onlySecond > 0 ? [`only in ${second}: ${counted(onlySecond, 'sample')}`] : []),
			...(firstParts.length > 0 ? [`${first} has only some samples: ${firstParts.map(partText).join('; ')}`] : []),
			...(secondParts.length > 0 ? [`${second} has only some samples: ${secondParts.map(partText).join('; ')}`] : []),
		].map((line) => `  ${singleLine(line)}`),
		...namedDifferences(identity).map(({ field, first, second }) => {
			const values = [second, first].map((value) => differenceText(value) ?? 'unknown').join(' vs ');
			return `  ${singleLine(`${field}: ${values}`)}`;
		}),
		...(alone.length === 0 ? [] : [`  ${singleLine(`only in one of the runs: ${alone.join(', ')}`)}`]),
		...(flips.length === 0 ? (paired === 0 ? [] : ['  no flips']) : flips.map((line) => `  ${singleLine(line)}`)),
		...comparison.scoredOtherwise.map((one) => `  ${singleLine(english(message('gate.other-scoring', { ...one })))}`),
		...comparison.numbers.map((one) => `  ${singleLine(numberText(one))}`),
		...(paired === 0 ? [] : [`  ${outputsText(divergence, known ? 'prompt' : 'words of the user')}`]),
	];
}

function outputsText({ compared, diverged: { length } }: RunComparison['divergence'], same: string): string {
	if (compared === 0) {
		return 'no outputs are comparable: the prompts differ, or a run has no raw output';
	}
	return `${length} of ${counted(compared, 'output')} on the same ${same} ${plural(length, 'differs', 'differ')}`;
}

/** Means of a declared number, and its difference over the prompts that have it in both runs. */
function numberText({
	suite,
	variant,
	score,
	declaration,
	firstMean,
	secondMean,
	difference,
}: NumberDifference): string {
	const figure = (value: number): string => scoreFigure(value, declaration);
	const { n, mean, interval } = difference;
	const means = `${suite} ${variant} ${score}: mean ${figure(secondMean)}, baseline ${figure(firstMean)}`;
	const bounds = interval && `, 95% CI ${formatSignedRange(interval, figure, 'en')}`;
	return `${means}, ${counted(n, 'prompt')}; difference ${formatSigned(mean, figure)}${bounds ?? ''}`;
}

/** The end of a comparison: four lines for each further run; of several also which one to ship. */
export function answerText(compared: ReportedComparison): readonly string[] {
	const { lines: names } = EN.answer;
	const width = Math.max(...Object.values(names).map(({ length }) => length)) + 2;
	const title = compared.comparison.against.length > 1 ? [answerTitle(compared.comparison, EN)] : [];
	const texts = answerLines(compared, EN).flatMap((lines) =>
		(['quality', 'size', 'speed', 'answer'] as const).map(
			(line) =>
				`${names[line].padEnd(width)}${singleLine(line === 'quality' ? `${lines.name}: ${lines[line]}` : lines[line])}`,
		),
	);
	return [...texts, ...title.map(singleLine)];
}

/** Divergence of models that were run again, token by token. */
export function divergenceLines(divergence: ScoredDivergence | undefined): readonly string[] {
	if (divergence === undefined) return [];
	const { positions, sameTop, kl, suites, samples, skipped, top, wholeVocabulary, perplexityRatio, spans } = divergence;
	const bound = wholeVocabulary ? 'whole vocabulary' : `at least, from the top ${top}`;
	const ratio = perplexityRatio === undefined ? '' : `, perplexity ratio ${perplexityRatio.toFixed(4)}`;
	const left = skipped === 0 ? '' : `; ${counted(skipped, 'generation')} could not be asked again`;
	return [
		`  ${suites.join(', ')}, ${counted(samples, 'sample')}: same top token at ${sameTop} of ${counted(positions, 'position')}, KL mean ${(kl.mean ?? 0).toPrecision(3)}, p99 ${(kl.p99 ?? 0).toPrecision(3)} nats (${bound})${ratio}${left}`,
		...spans.map(
			(part) =>
				`    ${part.span}: same top token at ${part.sameTop} of ${part.positions}, KL mean ${(part.kl.mean ?? 0).toPrecision(3)} nats`,
		),
	];
}

/** Unknown settings that may differ: a line for runs with the same ones. */
export function unknownLines(runs: readonly UnknownOf[]): readonly string[] {
	return unrecordedTogether(runs, ({ unknown }) => unknown).map(({ runs, what }) => {
		const who = runs.map(({ name, device }) => [name, device].filter(Boolean).join(' on '));
		return `unknown for ${who.join(' and ')}, and may differ: ${what.map((field) => EN.comparison.unrecorded[field]).join('; ')}`;
	});
}

interface UnknownOf {
	readonly name: string;
	readonly device?: string;
	readonly unknown: readonly Unrecorded[];
}

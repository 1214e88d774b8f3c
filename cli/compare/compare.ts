import { join } from 'node:path';
import { formatSigned, formatSignedRange } from '../../reports/locale/format-range.ts';
import { UsageError } from '../../src/errors/gemmark-error.ts';
import { differenceText, namedDifferences } from '../../src/eval/compare/comparability.ts';
import { compareRuns, type RunComparison } from '../../src/eval/compare/compare.ts';
import { codeLines } from '../../src/eval/compare/differing-code.ts';
import { requireKnownFields } from '../../src/eval/compare/known-fields.ts';
import { otherScoringText } from '../../src/eval/compare/other-scoring.ts';
import { partText } from '../../src/eval/compare/run-part.ts';
import { cutTurnsText } from '../../src/eval/compare/times-side-by-side.ts';
import type { GateResult } from '../../src/eval/gate/gate.ts';
import { mcnemarText, unpairedText } from '../../src/eval/summary/arms/flips-text.ts';
import { notComparableText } from '../../src/eval/summary/speed/comparable-times.ts';
import type { Log } from '../../src/log/record.ts';
import { namesApart } from '../../src/log/run-name.ts';
import { unendedLines } from '../../src/log/unended.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { displayPath } from '../../src/run/folder/display-path.ts';
import { writeReport } from '../../src/run/folder/report-file.ts';
import { newReportFolder } from '../../src/run/folder/run-folder.ts';
import { counted, plural } from '../../src/text/counted.ts';
import { composeIfNamed } from '../compose.ts';
import type { ConfigRequest } from '../gate/gate-options.ts';
import { openRun } from '../report/open-run.ts';
import { singleLine } from '../terminal/terminal-text.ts';
import type { ScoredDivergence } from './score-divergence.ts';
import { untoldLines } from './untold-lines.ts';

export interface CompareRequest extends ConfigRequest {
	readonly allow?: readonly string[] | undefined;
	readonly out?: string;
	readonly lang: 'en' | 'ko';
	readonly json: boolean;
	/** Ask the models again, token by token. */
	readonly divergence?: boolean | undefined;
	/** Files that may be the runs' models. */
	readonly model?: readonly string[] | undefined;
}

/** `gemmark compare`: the first run is the baseline of the others. Exit code 3 where one has no scored sample in common with it. */
export async function compare(runs: readonly string[], request: CompareRequest): Promise<0 | 3> {
	if (runs.length < 2) {
		throw new UsageError('one run cannot be compared', { hint: 'Name two or more; the first is the baseline.' });
	}
	const config = await composeIfNamed(request.config);
	const logs = await Promise.all(runs.map((run) => openRun(run, { config, warn: true })));
	return writeComparison(logs, () => newReportFolder(request.out, 'comparison', new Date()), request);
}

/**
 * Compares logs that are at hand, prints what differs and writes the reports into the folder, made when there are some.
 * Exit code 3 where a run has no sample in common with the first.
 */
export async function writeComparison(
	logs: readonly Log[],
	makeFolder: () => string,
	request: Pick<CompareRequest, 'allow' | 'lang' | 'json' | 'divergence' | 'model'> & {
		/** What the gate of each log came to, in their order. */
		readonly gates?: readonly (GateResult | undefined)[] | undefined;
	},
): Promise<0 | 3> {
	const [baseline, ...others] = logs;
	if (baseline === undefined) return 0;
	const allow = request.allow ?? [];
	requireKnownFields(allow, logs);
	const names = namesApart(logs.map(({ header }) => header));
	const name = (index: number): string => names[index] ?? '';
	const comparisons = others.map((other, index) => ({
		name: name(index + 1),
		comparison: compareRuns(baseline, other, { allow }),
	}));
	const divergences = request.divergence ? await divergencesOf(logs, request.model ?? []) : [];
	const { renderComparison } = await import('../../reports/index.ts');
	const reports = renderComparison(logs, { lang: request.lang, allow, divergences });
	const folder = makeFolder();
	for (const [name, content] of Object.entries(reports)) writeReport(folder, name, content);
	const told = comparisons.map((comparison, index) => {
		const tokens = divergences[index];
		return { ...comparison, ...(tokens === undefined ? {} : { divergence: tokens }) };
	});
	const notice = logs.some(({ header }) => header.model.miniature) ? { notice: MINIATURE_NOTICE.en } : {};
	if (request.json) {
		process.stdout.write(
			`${JSON.stringify({ folder, ...notice, baseline: name(0), comparisons: told, gates: gatesOf(names, request.gates) }, undefined, '\t')}\n`,
		);
	} else {
		const untold = untoldLines(logs, names);
		for (const [index, { comparison, divergence }] of told.entries()) {
			const lines = comparisonLines(name(0), name(index + 1), comparison, untold.length === 0);
			process.stdout.write(`${[...lines, ...divergenceLines(divergence)].join('\n')}\n`);
		}
		const lines = [
			...logs.flatMap((log, index) => {
				const lines = unendedLines(log);
				return lines.length > 0 ? [`${name(index)}: ${lines.join(': ')}`] : [];
			}),
			...logs.flatMap((log, index) => {
				const line = notComparableText(log);
				return line === undefined ? [] : [`${name(index)}: ${line}`];
			}),
			...untold,
			...others.flatMap(({ header }, index) =>
				codeLines(baseline.header, header).map((line) => `${name(index + 1)}: ${line}`),
			),
		];
		for (const line of lines) process.stdout.write(`${singleLine(line)}\n`);
		if (notice.notice !== undefined) process.stdout.write(`${notice.notice}\n`);
		process.stdout.write(`comparison: ${displayPath(join(folder, 'comparison.html'))}\n`);
	}
	const apart = comparisons.flatMap(({ comparison }, index) => {
		if (comparesAny(comparison)) return [];
		const none = comparison.paired === 0 ? 'no sample' : 'no scored sample';
		return [`${name(index + 1)} has ${none} in common with ${name(0)}: nothing was compared`];
	});
	for (const line of apart) process.stderr.write(`gemmark: ${singleLine(line)}\n`);
	return apart.length > 0 ? 3 : 0;
}

function gatesOf(
	names: readonly string[],
	gates: readonly (GateResult | undefined)[] = [],
): readonly object[] | undefined {
	const named = gates.flatMap((gate, index) => (gate === undefined ? [] : [{ name: names[index], ...gate }]));
	return named.length === 0 ? undefined : named;
}

/** Whether a sample is judged in both runs, or no score judges. */
function comparesAny({ paired, scores }: RunComparison): boolean {
	if (paired === 0) return false;
	return scores.length === 0 || scores.some(({ first }) => first.n > 0);
}

function comparisonLines(first: string, second: string, comparison: RunComparison, known: boolean): readonly string[] {
	const { divergence, scores, paired, identity, onlyFirst, onlySecond, firstParts, secondParts } = comparison;
	const flips = scores
		.filter(({ gained, lost, unpaired, inOneOnly }) => gained.length + lost.length + unpaired + inOneOnly > 0)
		.map((flips) => {
			const { suite, arm, score, gained, lost } = flips;
			const left = unpairedText(flips);
			return `${suite} ${arm} ${score}: ${lost.length} lost, ${gained.length} gained (${mcnemarText(flips)})${left && `, ${left}`}`;
		});
	const alone = [...identity.onlyFirst, ...identity.onlySecond];
	return [
		singleLine(`${second} against ${first}, ${counted(paired, 'sample')} in both`),
		...[
			...(onlyFirst > 0 ? [`only in ${first}: ${counted(onlyFirst, 'sample')}`] : []),
			...(onlySecond > 0 ? [`only in ${second}: ${counted(onlySecond, 'sample')}`] : []),
			...(firstParts.length > 0 ? [`${first} is a part: ${firstParts.map(partText).join('; ')}`] : []),
			...(secondParts.length > 0 ? [`${second} is a part: ${secondParts.map(partText).join('; ')}`] : []),
		].map((line) => `  ${singleLine(line)}`),
		...namedDifferences(identity).map(({ field, first, second }) => {
			const values = [second, first].map((value) => differenceText(value) ?? 'not told').join(' against ');
			return `  ${singleLine(`${field}: ${values}`)}`;
		}),
		...(alone.length === 0 ? [] : [`  ${singleLine(`only in one of the runs: ${alone.join(', ')}`)}`]),
		...(flips.length === 0 ? (paired === 0 ? [] : ['  no flips']) : flips.map((line) => `  ${singleLine(line)}`)),
		...comparison.scoredOtherwise.map((one) => `  ${singleLine(otherScoringText(one))}`),
		...turnTimes(comparison),
		...(paired === 0 ? [] : [`  ${outputsText(divergence, known ? 'prompt' : 'words of the user')}`]),
	];
}

function outputsText({ compared, diverged: { length } }: RunComparison['divergence'], same: string): string {
	if (compared === 0) {
		return 'no output can be compared: the prompts differ, or one of the runs does not show what its model wrote';
	}
	return `${length} of ${counted(compared, 'output')} on the same ${same} ${plural(length, 'differs', 'differ')}`;
}

/** Mean time of a user's turn in both runs; how it differs only where they took turns. */
function turnTimes({ latencies, inTurns, cutTurns }: RunComparison): readonly string[] {
	const cut = cutTurns === 0 ? [] : [`  ${cutTurnsText(cutTurns)}`];
	const lines = latencies
		.filter(({ metric }) => metric === 'endToEndMs')
		.map(({ suite, arm, firstMean, secondMean, difference: { n, mean, interval } }) => {
			const means = `${suite} ${arm} endToEndMs: mean ${secondMean.toFixed(0)} against ${firstMean.toFixed(0)} ms`;
			const bounds = interval && `, 95 % ${formatSignedRange(interval, tenths, 'en')} ms`;
			const rest = inTurns
				? `difference ${formatSigned(mean, tenths)} ms${bounds ?? ''}`
				: 'not measured in turns, so no interval';
			return `  ${singleLine(`${means}, ${counted(n, 'prompt')}; ${rest}`)}`;
		});
	return [...lines, ...cut];
}

function tenths(value: number): string {
	return value.toFixed(1);
}

async function divergencesOf(logs: readonly Log[], models: readonly string[]): Promise<readonly ScoredDivergence[]> {
	const { scoreDivergence } = await import('./score-divergence.ts');
	const { findModelFile } = await import('../run/load-model.ts');
	const named = await Promise.all(models.map((model) => findModelFile(model, new AbortController().signal)));
	return scoreDivergence(logs, named);
}

function divergenceLines(divergence: ScoredDivergence | undefined): readonly string[] {
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

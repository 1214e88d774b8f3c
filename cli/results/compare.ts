import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { comparisonLines, divergenceLines, untoldLines } from '../../reports/terminal/comparison.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { UsageError } from '../../src/base/errors.ts';
import { english } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import type { PeoplesJudgement } from '../../src/eval/scoring/labels.ts';
import { logPath, newReportFolder, writeReport } from '../../src/log/folder.ts';
import type { Log } from '../../src/log/record.ts';
import { unendedNotes } from '../../src/log/warnings.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { judgementsBeside } from '../../src/run/results/labels-file.ts';
import { requireKnownFields } from '../../src/summary/compare/comparability.ts';
import { compareRuns, type RunComparison } from '../../src/summary/compare/compare.ts';
import { codeLines } from '../../src/summary/compare/identity.ts';
import type { ScoredDivergence } from '../../src/summary/compare/token-divergence.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { namesApart, summarizeRun } from '../../src/summary/summarize.ts';
import { notComparableText } from '../../src/summary/turn-times.ts';
import type { ConfigRequest } from '../flags.ts';
import { addConfigOption, addExamples, filled, langOption, repeated } from '../flags.ts';
import { composeIfNamed, composeNamed, openRun } from '../open.ts';
import { createProgress, findModelFile } from '../progress.ts';
import { peoplesLines } from './conclude.ts';

/** `gemmark compare`: several runs side by side. */
export function addCompare(command: Command): void {
	addConfigOption(command)
		.argument('<runs...>', 'run folders or logs, at least two')
		.option('--allow <field>', 'field in which the runs may differ; may stand more than once', repeated)
		.option(
			'--divergence',
			"load the models again: same top-1 share and KL divergence over the baseline's tokens",
			false,
		)
		.option('--model <ref>', "file of a run's model, where it is not a bundled or downloaded one", repeated)
		.option('--out <dir>', 'folder of the comparison (default: results/<time>-comparison)', filled)
		.option('--json', 'print the comparison as JSON', false)
		.addOption(langOption())
		.action(async (runs: readonly string[], request: CompareRequest) => {
			process.exitCode = await compare(runs, request);
		});
	addExamples(command, [
		['gemmark compare results/before results/after', 'which samples changed'],
		['gemmark compare results/q8 results/q4 --divergence', 'how far the tokens are apart'],
	]);
}

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
	const opened = await Promise.all(
		runs.map(async (run) => {
			const log = await openRun(run, { config, warn: true });
			return { log, judgements: await judgementsBeside(dirname(logPath(run)), log) };
		}),
	);
	return writeComparison(
		opened.map(({ log }) => log),
		() => newReportFolder(request.out, 'comparison', new Date()),
		{ ...request, judgements: opened.map(({ judgements }) => judgements) },
	);
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
		/** People's labels of each log. */
		readonly judgements?: readonly (ReadonlyMap<string, PeoplesJudgement> | undefined)[] | undefined;
	},
): Promise<0 | 3> {
	const [baseline, ...others] = logs;
	if (baseline === undefined) return 0;
	const { allow = [], judgements = [] } = request;
	requireKnownFields(allow, logs);
	const names = namesApart(logs.map(({ header }) => header));
	const name = (index: number): string => names[index] ?? '';
	const comparisons = others.map((other, index) => ({
		name: name(index + 1),
		comparison: compareRuns(baseline, other, { allow }),
	}));
	const divergences = request.divergence ? await divergencesOf(logs, request.model ?? []) : [];
	const { renderComparison } = await import('../../reports/render-run.ts');
	const reports = renderComparison(logs, { lang: request.lang, allow, divergences, judgements });
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
				const lines = unendedNotes(log).map(english);
				return lines.length > 0 ? [`${name(index)}: ${lines.join(': ')}`] : [];
			}),
			...logs.flatMap((log, index) => {
				const line = notComparableText(log);
				return line === undefined ? [] : [`${name(index)}: ${line}`];
			}),
			...logs.flatMap((log, index) =>
				peoplesLines(summarizeRun(log, { labels: judgements[index] })).map((line) => `${name(index)}: ${line}`),
			),
			...untold,
			...others.flatMap(({ header }, index) =>
				codeLines(baseline.header, header).map((line) => `${name(index + 1)}: ${line}`),
			),
		];
		for (const line of lines) process.stdout.write(`${singleLine(line)}\n`);
		if (notice.notice !== undefined) process.stdout.write(`${notice.notice}\n`);
		process.stdout.write(`comparison: ${shownPath(join(folder, 'comparison.html'))}\n`);
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

async function divergencesOf(logs: readonly Log[], models: readonly string[]): Promise<readonly ScoredDivergence[]> {
	const { scoreDivergence } = await import('../../src/run/results/ask-again.ts');

	const named = await Promise.all(models.map((model) => findModelFile(model, new AbortController().signal)));
	const progress = createProgress(process.stderr, 'divergence');
	try {
		return await scoreDivergence(logs, named, { composed: composeNamed, onProgress: progress.update });
	} finally {
		progress.finish();
	}
}

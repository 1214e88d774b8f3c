import { dirname, join } from 'node:path';
import { answerLines } from '../../reports/comparison/answer.ts';
import { comparisonOnTerminal } from '../../reports/document/comparison.ts';
import { terminalLines } from '../../reports/document/terminal.ts';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { type ReportedRun, reportedComparison, reportedRun } from '../../reports/reported-run.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { requireSuitesOf } from '../../run/prepare.ts';
import { judgementsBeside } from '../../run/results/labels-file.ts';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { linkRuns, logPath, markLatest, newReportFolder, writeReport } from '../../src/log/folder.ts';
import type { Log } from '../../src/log/record.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import type { Margins } from '../../src/summary/compare/answer.ts';
import { requireKnownFields } from '../../src/summary/compare/comparability.ts';
import type { RunComparison } from '../../src/summary/compare/compare.ts';
import { codeLines } from '../../src/summary/compare/identity.ts';
import type { ScoredDivergence } from '../../src/summary/compare/token-divergence.ts';
import type { ConfigRequest } from '../flags.ts';
import { composeIfNamed, composeNamed, openRun } from '../open.ts';
import { printJson, tell } from '../process.ts';
import { createProgress, findModelFile } from '../progress.ts';
import { writePainted } from '../terminal.ts';
import { peoplesLines } from './conclude.ts';

interface CompareRequest extends ConfigRequest {
	readonly allow?: readonly string[];
	readonly out?: string;
	readonly lang: 'en' | 'ko';
	readonly json: boolean;
	/** Ask the models again, token by token. */
	readonly divergence?: boolean;
	/** Acceptable losses (default: those of the named config). */
	readonly margin?: Margins;
	/** Files that may be the runs' models. */
	readonly model?: readonly string[];
}

/** `gemmark compare`: the first run is the baseline of the others. Exit code 3 where one has no scored sample in common with it. */
export async function compare(runs: readonly string[], request: CompareRequest): Promise<0 | 3> {
	if (runs.length < 2) {
		throw new UsageError(message('usage.compare-one-run'));
	}
	const config = await composeIfNamed(request.config);
	const opened = await Promise.all(
		runs.map(async (run) => {
			const log = await openRun(run, { config, warn: true });
			return reportedRun(log, { labels: await judgementsBeside(dirname(logPath(run)), log) });
		}),
	);
	const makeFolder = (): string => {
		const folder = newReportFolder(request.out, 'comparison', new Date());
		linkRuns(folder, runs.map(logPath));
		markLatest(folder);
		return folder;
	};
	return writeComparison(opened, makeFolder, { ...request, margin: request.margin ?? config?.margin });
}

/**
 * Compares runs that are at hand, prints what differs and writes the reports into the folder, made when there are some.
 * Exit code 3 where a run has no sample in common with the first.
 */
export async function writeComparison(
	runs: readonly ReportedRun[],
	makeFolder: () => string,
	{
		allow = [],
		lang,
		json,
		divergence,
		model = [],
		margin,
	}: Pick<CompareRequest, 'allow' | 'lang' | 'json' | 'divergence' | 'model' | 'margin'>,
): Promise<0 | 3> {
	const logs = runs.map(({ log }) => log);
	requireKnownFields(allow, logs);
	requireSuitesOf(
		margin,
		logs.flatMap(({ header }) => header.suites),
	);
	const compared = reportedComparison(runs, { allow, margins: margin });
	const names = compared.comparison.runs.map(({ name }) => name);
	const divergences = divergence ? await divergencesOf(logs, model) : [];
	const against = compared.comparison.against.map((one, index) => ({ ...one, tokens: divergences[index] }));
	const comparison = { ...compared.comparison, against };
	const { renderComparison } = await import('../../reports/comparison/render.ts');
	const reported = { runs, comparison };
	const reports = renderComparison(reported, lang);
	const folder = makeFolder();
	for (const [name, content] of Object.entries(reports)) writeReport(folder, name, content);
	const notice = logs.some(({ header }) => header.model.miniature) ? MINIATURE_NOTICE.en : undefined;
	if (json) {
		const lines = answerLines(reported, localeOf('en'));
		const comparisons = against.map(({ run, tokens, ...comparison }, index) => {
			return { name: names[run], lines: lines[index], comparison, divergence: tokens };
		});
		const { ship, order, series } = comparison;
		const answer = { ship: ship === undefined ? undefined : names[ship], order };
		const printed = { folder, notice, baseline: names[0], answer, series, comparisons, gates: gatesOf(names, runs) };
		printJson(printed);
	} else {
		const lines = runs.flatMap(({ log, summary }, index) =>
			[...peoplesLines(summary), ...codeLines(logs[0]?.header ?? log.header, log.header)].map((line) => ({
				text: singleLine(`${names[index]}: ${line}`),
			})),
		);
		const said = comparisonOnTerminal(reported, localeOf(lang));
		writePainted(process.stdout, [...lines, ...terminalLines(said, process.stdout.columns)]);
		process.stdout.write(`comparison: ${shownPath(join(folder, 'comparison.html'))}\n`);
	}
	const apart = against.flatMap((one) => {
		if (comparesAny(one)) return [];
		const none = one.paired === 0 ? 'no sample' : 'no scored sample';
		return [`${names[one.run]} has ${none} in common with ${names[0]}: nothing was compared`];
	});
	for (const line of apart) tell(line);
	return apart.length > 0 ? 3 : 0;
}

function gatesOf(names: readonly string[], runs: readonly ReportedRun[]): readonly object[] | undefined {
	const named = runs.flatMap(({ gate }, index) => (gate ? [{ name: names[index], ...gate }] : []));
	return named.length === 0 ? undefined : named;
}

/** Whether a sample is judged in both runs, or no score judges. */
function comparesAny({ paired, scores }: RunComparison): boolean {
	if (paired === 0) return false;
	return scores.length === 0 || scores.some(({ first }) => first.n > 0);
}

async function divergencesOf(logs: readonly Log[], models: readonly string[]): Promise<readonly ScoredDivergence[]> {
	const { scoreDivergence } = await import('../../run/ask-again.ts');

	const named = await Promise.all(models.map((model) => findModelFile(model, new AbortController().signal)));
	const progress = createProgress(process.stderr, 'divergence');
	try {
		return await scoreDivergence(logs, named, { composed: composeNamed, onProgress: progress.update });
	} finally {
		progress.finish();
	}
}

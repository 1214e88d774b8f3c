import { join } from 'node:path';
import { compareRuns, type RunComparison } from '../eval/compare.ts';
import { readLogFile } from '../log/log-file.ts';
import type { Log } from '../log/record.ts';
import { displayPath, logPath, newReportFolder, writeReport } from './run-folder.ts';
import { singleLine } from './terminal-text.ts';

export interface CompareRequest {
	readonly allow?: readonly string[];
	readonly out?: string;
	readonly lang: 'en' | 'ko';
	readonly json: boolean;
}

/** `gemmark compare`: the first run is the baseline of the others. */
export async function compare(runs: readonly string[], request: CompareRequest): Promise<void> {
	const logs = await Promise.all(runs.map((run) => readLogFile(logPath(run))));
	const folder = newReportFolder(request.out, 'comparison', new Date());
	await writeComparison(logs, folder, request);
}

/** Compares logs that are at hand, prints what differs and writes the comparison's reports. */
export async function writeComparison(
	logs: readonly Log[],
	folder: string,
	request: Pick<CompareRequest, 'allow' | 'lang' | 'json'>,
): Promise<void> {
	const [baseline, ...others] = logs;
	if (baseline === undefined) return;
	const allow = request.allow ?? [];
	const comparisons = others.map((other) => ({
		name: other.header.model.name,
		comparison: compareRuns(baseline, other, { allow }),
	}));
	const { renderComparison } = await import('../../reports/index.ts');
	for (const [name, content] of Object.entries(await renderComparison(logs, { lang: request.lang, allow }))) {
		writeReport(folder, name, content);
	}
	if (request.json) process.stdout.write(`${JSON.stringify({ folder, comparisons }, undefined, '\t')}\n`);
	else {
		for (const { name, comparison } of comparisons) {
			process.stdout.write(`${comparisonLines(baseline.header.model.name, name, comparison).join('\n')}\n`);
		}
		process.stdout.write(`comparison: ${displayPath(join(folder, 'comparison.html'))}\n`);
	}
}

function comparisonLines(first: string, second: string, comparison: RunComparison): readonly string[] {
	const { divergence, scores, paired } = comparison;
	const flips = scores
		.filter(({ gained, lost }) => gained.length + lost.length > 0)
		.map(
			({ suite, arm, score, gained, lost, p }) =>
				`  ${suite} ${arm} ${score}: ${lost.length} lost, ${gained.length} gained (McNemar p ${p.toFixed(3)})`,
		);
	return [
		singleLine(`${second} against ${first}, ${paired} samples in both`),
		...(flips.length === 0 ? ['  no flips'] : flips),
		`  ${divergence.diverged.length} of ${divergence.compared} outputs on the same prompt differ`,
	];
}

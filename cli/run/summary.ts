import { join } from 'node:path';
import type { Verdict } from '../../src/eval/decision.ts';
import { type FrameArmSummary, summarizeFrames } from '../../src/eval/summary/frame-summary.ts';
import { summarizePrefix } from '../../src/eval/summary/prefix-summary.ts';
import { summarizeTools } from '../../src/eval/summary/tools-summary.ts';
import type { Log } from '../../src/log/record.ts';
import { engineName } from '../../src/model/engine-name.ts';
import { displayPath } from '../../src/run/run-folder.ts';
import type { Interval } from '../../src/stats/interval.ts';
import type { Rate } from '../../src/stats/rate.ts';
import { singleLine } from '../terminal-text.ts';

/** Said wherever results of the bundled miniature are printed. */
export const MINIATURE_NOTICE = 'This is the bundled miniature, not Gemma: its verdict is about itself alone.';

/** Prints what a run decided and where its report is: lines for people, or one JSON object for scripts. */
export function printSummary(log: Log, folder: string, json: boolean): void {
	const lines = json ? [JSON.stringify(summaryJson(log, folder), undefined, '\t')] : summaryLines(log, folder);
	process.stdout.write(`${lines.join('\n')}\n`);
}

function summaryLines(log: Log, folder: string): readonly string[] {
	const { model, engine } = log.header;
	const prefix = summarizePrefix(log);
	const frames = summarizeFrames(log);
	const tools = summarizeTools(log);
	return [
		singleLine(`${model.name} in ${engineName(engine)}, ${log.samples.length} samples`),
		...(prefix === undefined ? [] : [verdictLine(prefix.verdict)]),
		...(frames === undefined ? [] : frames.arms.map(frameLine)),
		...(tools === undefined ? [] : [`tools: right call in ${rateText(tools.correct)}`]),
		...(model.miniature ? [MINIATURE_NOTICE] : []),
		`report: ${displayPath(join(folder, 'report.html'))}`,
	];
}

/** The verdict on one line: `path A: 7/15 ...` with its interval, or why there is none. */
export function verdictLine(verdict: Verdict): string {
	const counted = `${verdict.hits}/${verdict.n} prompts with a meaningful prefix`;
	switch (verdict.status) {
		case 'complete':
			return (
				`path ${verdict.path}: ${counted} (95 % ${percents(verdict.wilson)}, threshold ${verdict.threshold})` +
				(verdict.greyZone ? '; grey zone, a repeat could decide otherwise' : '')
			);
		case 'truncated':
			return `path ${verdict.path}: ${counted}, decided early (threshold ${verdict.threshold}; no interval)`;
		case 'undecided':
			return `no path yet: ${counted}, ${verdict.n - verdict.hits - verdict.misses} not judged (threshold ${verdict.threshold})`;
	}
}

function frameLine(arm: FrameArmSummary): string {
	return `frames, ${arm.arm}: a valid L2/L3 candidate for ${rateText(arm.valid)} inputs`;
}

function rateText(rate: Rate): string {
	return `${rate.hits}/${rate.n}${rate.wilson === undefined ? '' : ` (95 % ${percents(rate.wilson)})`}`;
}

function percents({ low, high }: Interval): string {
	return `${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)} %`;
}

function summaryJson(log: Log, folder: string): object {
	const prefix = summarizePrefix(log);
	const tools = summarizeTools(log);
	return {
		folder,
		model: log.header.model,
		...(log.header.model.miniature ? { notice: MINIATURE_NOTICE } : {}),
		engine: log.header.engine,
		outcome: log.footer?.outcome ?? 'cut short',
		samples: log.samples.length,
		...(prefix === undefined ? {} : { prefix: { verdict: prefix.verdict, reasons: prefix.reasons } }),
		frames: summarizeFrames(log)?.arms.map(({ arm, valid, outcomes }) => ({ arm, valid, outcomes })),
		...(tools === undefined ? {} : { tools: { correct: tools.correct } }),
	};
}

import { type LintOptions, type LintReport, lint } from '../../api/lint.ts';
import { type FindingLevel, findingText } from '../../src/lint/finding.ts';
import { remedyOf } from '../../src/lint/remedy.ts';
import { bundledModel } from '../../src/run/bundled-model.ts';
import { displayPath } from '../../src/run/run-folder.ts';
import type { Lang } from '../../src/text/localized-text.ts';
import { singleLine } from '../terminal/terminal-text.ts';

export interface LintRequest extends LintOptions {
	readonly json: boolean;
	readonly lang?: Lang | undefined;
}

/** Prints what the template makes of the app. Returns 1 where a finding is an error. Throws ConfigError. */
export async function lintSource(source: string = bundledModel(), request: LintRequest): Promise<0 | 1> {
	const report = await lint(source, request);
	const text = request.json
		? JSON.stringify({ ...report, findings: withRemedies(report), counts: countsOf(report) }, undefined, '\t')
		: textOf(report, request.lang);
	process.stdout.write(`${text}\n`);
	return countsOf(report).error > 0 ? 1 : 0;
}

function withRemedies({ findings }: LintReport): readonly object[] {
	return findings.map((finding) => ({ ...finding, remedy: remedyOf(finding) }));
}

function textOf(report: LintReport, lang: Lang = 'en'): string {
	const { source, app, findings } = report;
	const { error, warning, note } = countsOf(report);
	const width = Math.max(...findings.map(({ level }) => level.length), 0);
	return [
		singleLine(`${displayPath(source)} with ${app}`),
		...findings.map(
			(finding) => `  ${singleLine(`${finding.level.padEnd(width)}  ${findingText(finding, lang)} [${finding.code}]`)}`,
		),
		`${counted(error, 'error')}, ${counted(warning, 'warning')}, ${counted(note, 'note')}`,
	].join('\n');
}

function counted(count: number, word: string): string {
	return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function countsOf({ findings }: LintReport): Readonly<Record<FindingLevel, number>> {
	const count = (level: FindingLevel): number => findings.filter((finding) => finding.level === level).length;
	return { error: count('error'), warning: count('warning'), note: count('note') };
}

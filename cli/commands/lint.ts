import { coreKo } from '../../reports/messages/core-ko.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { counted, english, type Message, remedyOf, say } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { type FindingLevel, findingCode, findingMessage } from '../../src/lint/subject.ts';
import { bundledModel } from '../../src/run/compose/load.ts';
import { type LintOptions, type LintReport, lint } from '../../src/run/lint.ts';
import type { Lang } from '../../src/text/text.ts';

export interface LintRequest extends LintOptions {
	readonly json: boolean;
	readonly lang?: Lang | undefined;
}

/** Prints what the template makes of the app. Returns 1 where a finding of the one that is rendered is an error. Throws ConfigError. */
export async function lintSource(source: string = bundledModel(), request: LintRequest): Promise<0 | 1> {
	const { json: _, lang: __, ...options } = request;
	const report = await lint(source, options);
	process.stdout.write(`${request.json ? jsonOf(report) : textOf(report, request.lang)}\n`);
	return countsOf(report).error > 0 ? 1 : 0;
}

function jsonOf({ findings, others, ...report }: LintReport): string {
	const shown = {
		...report,
		findings: withRemedies(findings),
		...(others && { others: others.map((other) => ({ ...other, findings: withRemedies(other.findings) })) }),
		counts: countsOf({ findings }),
	};
	return JSON.stringify(shown, undefined, '\t');
}

function withRemedies(findings: LintReport['findings']): readonly object[] {
	return findings.map(({ level, where, said }) => {
		const remedy = remedyOf(said);
		return {
			level,
			code: findingCode({ said }),
			where,
			message: { en: english(said), ko: say(said, coreKo) },
			...(remedy !== undefined && { remedy: { en: remedy, ko: remedyOf(said, coreKo) } }),
		};
	});
}

function textOf(report: LintReport, lang: Lang = 'en'): string {
	const { source, app, tools, system, template, others = [], findings } = report;
	const parts = [app, tools && `tools of ${shownPath(tools)}`, system && `system prompt of ${shownPath(system)}`];
	const title = `${shownPath(source)} with ${parts.filter((part) => part !== undefined).join(', ')}`;
	if (template === undefined) return templateText(title, findings, lang);
	return [
		templateText(`${title}, template ${template}: rendered where there are tools`, findings, lang),
		...others.map((other) =>
			templateText(`${title}, template ${other.template}: not rendered where there are tools`, other.findings, lang),
		),
	].join('\n');
}

function templateText(title: string, findings: LintReport['findings'], lang: Lang): string {
	const { error, warning, note } = countsOf({ findings });
	const width = Math.max(...findings.map(({ level }) => level.length), 0);
	return [
		singleLine(title),
		...findings.map(
			(finding) =>
				`  ${singleLine(`${finding.level.padEnd(width)}  ${inLang(findingMessage(finding), lang)} [${findingCode(finding)}]`)}`,
		),
		`${counted(error, 'error')}, ${counted(warning, 'warning')}, ${counted(note, 'note')}`,
	].join('\n');
}

function countsOf({ findings }: Pick<LintReport, 'findings'>): Readonly<Record<FindingLevel, number>> {
	const count = (level: FindingLevel): number => findings.filter((finding) => finding.level === level).length;
	return { error: count('error'), warning: count('warning'), note: count('note') };
}

function inLang(said: Message, lang: Lang): string {
	return lang === 'ko' ? say(said, coreKo) : english(said);
}

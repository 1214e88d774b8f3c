import { type Command, Option } from 'commander';
import { coreKo } from '../../reports/messages/core-ko.ts';
import { formatCount } from '../../reports/messages/numbers.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { bundledModel } from '../../run/compose/load.ts';
import { type LintOptions, type LintReport, lint } from '../../run/lint.ts';
import type { PhonePrompt } from '../../run/results/phone-prompts.ts';
import { counted, english, type Message, message, remedyOf, say } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { type FindingLevel, findingCode, findingMessage } from '../../src/lint/subject.ts';
import type { Lang } from '../../src/text/text.ts';
import { addExamples } from '../examples.ts';
import { filled, integer, thinking } from '../flags.ts';

/** `gemmark lint`: what a chat template makes of an app, without weights. */
export function addLint(command: Command): void {
	command
		.argument('[source]', 'GGUF, tokenizer_config.json or Jinja file (default: the bundled miniature)', filled)
		.option(
			'-c, --config <file>',
			'config with the app (default: the nearest gemmark.config.*, or the habit coach)',
			filled,
		)
		.option('--tools <file>', "tools instead of the app's", filled)
		.option('--system <file>', "system prompt instead of the app's", filled)
		.option('--turns <n>', 'user turns that should fit in the context', integer(1, 10_000), 10)
		.option(
			'--phone <file>',
			'exchange file: compare the prompts that the phone rendered with those of this template',
			filled,
		)
		.option('--context-size <n>', 'context in tokens (default: 8192, or less where the model has less)', integer(256))
		.option('--thinking <mode>', 'off, on, or a budget, as in runs', thinking, 'off')
		.addOption(
			new Option('--language, --lang <code>', 'language of the findings; JSON has both')
				.choices(['en', 'ko'])
				.default('en'),
		)
		.option('--json', 'print as JSON', false)
		.action(async (source: string | undefined, request: LintRequest) => {
			process.exitCode = await lintSource(source, request);
		});
	addExamples(command, [['gemmark lint model.gguf --tools tools.json', 'what the template omits']]);
}

interface LintRequest extends LintOptions {
	readonly json: boolean;
	readonly lang?: Lang;
}

/** Prints what the template makes of the app. Returns 1 where a finding of the one that is rendered is an error. Throws ConfigError. */
export async function lintSource(source: string = bundledModel(), request: LintRequest): Promise<0 | 1> {
	const { json: _, lang: __, ...options } = request;
	const report = await lint(source, options);
	process.stdout.write(`${request.json ? jsonOf(report) : textOf(report, request.lang)}\n`);
	return countsOf(report).error > 0 || report.phone?.some(({ differs }) => differs !== undefined) ? 1 : 0;
}

function jsonOf({ findings, others, ...report }: LintReport): string {
	const shown = {
		...report,
		findings: withRemedies(findings),
		others: others?.map((other) => ({ ...other, findings: withRemedies(other.findings) })),
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
			remedy: remedy === undefined ? undefined : { en: remedy, ko: remedyOf(said, coreKo) },
		};
	});
}

function textOf(report: LintReport, lang: Lang = 'en'): string {
	const { source, app, tools, system, template, others = [], findings, phone } = report;
	if (phone !== undefined) return phone.flatMap((prompt) => phoneLines(prompt, lang)).join('\n');
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

function phoneLines({ sample, tokens, exact, differs }: PhonePrompt, lang: Lang): readonly string[] {
	const lines = (): readonly Message[] => {
		if (differs === undefined)
			return [message(exact ? 'lint.phone-same' : 'lint.phone-same-about', { sample, tokens: formatCount(tokens) })];
		const { byte, part, phone, model } = differs;
		return [
			message('lint.phone-differs', { sample, byte: formatCount(byte), part }),
			message('lint.phone-side', { text: phone }),
			message('lint.model-side', { text: model }),
		];
	};
	return lines().map((line) => singleLine(inLang(line, lang)));
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

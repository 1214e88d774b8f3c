import { type Command, Option } from 'commander';
import { coreKo } from '../../reports/messages/core-ko.ts';
import { formatCount } from '../../reports/messages/numbers.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { bundledModel } from '../../run/compose/load.ts';
import { type LintOptions, type LintReport, lint, toolsOf } from '../../run/lint.ts';
import type { PhonePrompt } from '../../run/results/phone-prompts.ts';
import { ConfigError } from '../../src/base/errors.ts';
import { isJsonObject } from '../../src/base/json.ts';
import { counted, english, type Message, message, remedyOf, say } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { declarationOf, type FindingLevel, findingCode, findingMessage } from '../../src/lint/subject.ts';
import type { ToolDeclaration } from '../../src/model/conversation.ts';
import type { TextDifference } from '../../src/text/same-text.ts';
import type { Lang } from '../../src/text/text.ts';
import { type CorpusRow, findOverlaps, OVERLAPS, type Overlap } from '../../src/training/overlap.ts';
import { readTraining, type TrainingRow } from '../../src/training/read.ts';
import { addExamples } from '../examples.ts';
import { filled, integer, thinking } from '../flags.ts';
import { composeHere } from '../open.ts';

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
		.option('--train <file...>', 'training rows: compare them with the test rows of the config', filledList)
		.option('--json', 'print as JSON', false)
		.action(async (source: string | undefined, request: LintRequest) => {
			process.exitCode = await lintSource(source, request);
		});
	addExamples(command, [['gemmark lint model.gguf --tools tools.json', 'what the template omits']]);
}

function filledList(text: string, before: readonly string[] = []): readonly string[] {
	return [...before, filled(text)];
}

interface LintRequest extends LintOptions {
	/** Files of training rows. */
	readonly train?: readonly string[];
	readonly json: boolean;
	readonly lang?: Lang;
}

/** Prints what the template makes of the app. Returns 1 where a finding of the one that is rendered is an error. Throws ConfigError. */
export async function lintSource(source: string | undefined, request: LintRequest): Promise<0 | 1> {
	const { json: _, lang: __, train, ...options } = request;
	const trained = train === undefined ? 0 : await lintTraining(train, request);
	return train !== undefined && source === undefined
		? trained
		: (await lintTemplate(source, request, options)) || trained;
}

/** Compares training rows with the corpora of the config. Returns 1 where a test row is among them. Throws ConfigError. */
async function lintTraining(files: readonly string[], { config, json, lang = 'en' }: LintRequest): Promise<0 | 1> {
	const composition = await composeHere(config);
	const suites = await composition.suites();
	const rows = suites.flatMap(
		({ samples }) => samples as readonly (CorpusRow & { readonly tools?: readonly unknown[] })[],
	);
	const corpus = new Map(rows.map((row) => [`${row.id} ${row.input}`, row]));
	const own = rows.flatMap(
		({ tools = [] }) => tools.filter((tool) => isJsonObject(tool as never)) as ToolDeclaration[],
	);
	const tools = new Map([...toolsOf(composition.app).map(declarationOf), ...own].map((tool) => [tool.name, tool]));
	const choices = (tool: string, argument: string): boolean => {
		const { properties = {} } = tools.get(tool)?.parameters ?? {};
		const property = isJsonObject(properties) ? properties[argument] : undefined;
		return isJsonObject(property) && property.enum !== undefined;
	};
	const found = await findOverlaps([...corpus.values()], trainingOf(files), choices);
	if (found.rows.training === 0) throw new ConfigError(message('train.no-row', { files }));
	const levelOf = ({ code }: Overlap): FindingLevel =>
		code === 'train-exact' || code === 'train-same' ? 'error' : 'warning';
	const findings = (['error', 'warning'] as const).flatMap((level) =>
		found.overlaps.filter((one) => levelOf(one) === level).map((one) => ({ level, ...one })),
	);
	const { rows: counts, values, inTraining, clean } = found;
	const exitCode = findings[0]?.level === 'error' ? 1 : 0;
	if (json) {
		const shown = findings.map(({ level, code, sample, at, input: _, differs, share }) => {
			return { level, code, sample, at, differs: differs?.join(', '), share };
		});
		const report = { exitCode, rows: counts, findings: shown, values, dev: { inTraining }, clean };
		process.stdout.write(`${JSON.stringify(report, undefined, '\t')}\n`);
		return exitCode;
	}
	const line = (level: string, said: Message, code: string): string =>
		`  ${level.padEnd(7)}  ${inLang(said, lang)} [${code}]`;
	const known = Object.entries(values).filter(([, { known: n }]) => n > 0);
	const notes = known.map(([field, { known: n, of }]) => {
		return {
			level: of >= 5 && n / of >= 0.9 ? 'warning' : 'note',
			said: message('train.values', { field, known: n, of }),
		};
	});
	const warnings = notes.filter(({ level }) => level === 'warning').length;
	const split = suites.flatMap(({ corpus: { name, split: own } }) =>
		own ? `${name}, split ${own.sha256.slice(0, 6)}…` : name,
	);
	const errors = findings.filter(({ level }) => level === 'error').length;
	const lines = [
		inLang(
			message('train.title', {
				files: files.map(shownPath),
				rows: counts.training,
				test: counts.test,
				source: [...new Set(split)],
				unread: counts.unread,
			}),
			lang,
		),
		...OVERLAPS.flatMap((code) => {
			const own = findings.filter((one) => one.code === code);
			return [
				...own.slice(0, MAX_ROWS).map((one) => line(one.level, overlapMessage(one, files.length, lang), code)),
				...(own.length > MAX_ROWS
					? [`  ${inLang(message('train.more', { n: own.length - MAX_ROWS, code }), lang)}`]
					: []),
			];
		}),
		...notes.map(({ level, said }) => line(level, said, 'train-values')),
		inLang(
			message('train.totals', {
				errors,
				warnings: findings.length - errors + warnings,
				notes: notes.length - warnings,
				dev: inTraining.length > 0 ? inTraining.length : undefined,
			}),
			lang,
		),
	];
	process.stdout.write(`${lines.map(singleLineKept).join('\n')}\n`);
	return exitCode;
}

const MAX_ROWS = 20;

async function* trainingOf(files: readonly string[]): AsyncGenerator<TrainingRow | undefined, void, void> {
	for (const file of files) yield* readTraining(file);
}

/** Without what could draw on the terminal; the indent stays. */
function singleLineKept(line: string): string {
	return `${/^ */u.exec(line)?.[0]}${singleLine(line)}`;
}

function overlapMessage({ code, sample, at, input, differs, share = 0 }: Overlap, files: number, lang: Lang): Message {
	const row = at.slice(at.lastIndexOf(':') + 1);
	const place = files > 1 ? at : inLang(message('train.row', { row }), lang);
	const text = input.length > MAX_TEXT ? `${input.slice(0, MAX_TEXT)}…` : input;
	const said = { sample, place, text };
	if (code === 'train-same')
		return message('train.same', { ...said, differs: differs?.map((kind) => (lang === 'ko' ? KOREAN[kind] : kind)) });
	if (code === 'train-near') return message('train.near', { ...said, share: Math.round(share * 100) });
	return message(code === 'train-exact' ? 'train.exact' : 'train.template', said);
}

const MAX_TEXT = 120;

const KOREAN: Readonly<Record<TextDifference, string>> = {
	spacing: '띄어쓰기',
	'letter case': '대소문자',
	punctuation: '문장 부호',
	number: '수 표기',
	particle: '조사',
	politeness: '높임',
};

async function lintTemplate(
	source: string = bundledModel(),
	request: LintRequest,
	options: LintOptions,
): Promise<0 | 1> {
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

function phoneLines({ sample, tokens, exact, counted, differs }: PhonePrompt, lang: Lang): readonly string[] {
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
	const other =
		counted === undefined
			? []
			: [message('lint.phone-counted', { counted: formatCount(counted), tokens: formatCount(tokens) })];
	return [...lines(), ...other].map((line) => singleLine(inLang(line, lang)));
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

import { ConfigError, GemmarkError } from '../src/base/errors.ts';
import { message } from '../src/base/message.ts';
import { readTextFile } from '../src/base/read-file.ts';
import { thrownPlace } from '../src/base/thrown.ts';
import { readToolList } from '../src/config/app/tool-list.ts';
import { parseData } from '../src/config/data-text.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import { GEMMA_TOKENS, readTemplateFile, type TemplateFile } from '../src/gguf/template.ts';
import { prefixForbidden } from '../src/lint/forbidden-prose.ts';
import { lintPrompt } from '../src/lint/lint-prompt.ts';
import { litertFindings } from '../src/lint/litert.ts';
import {
	declarationOf,
	estimatedTokens,
	finding,
	type LintFinding,
	type LintTool,
	lintTool,
	type TokenCounter,
} from '../src/lint/subject.ts';
import type { Thinking } from '../src/model/conversation.ts';
import type { LoadedModel, RawModel } from '../src/model/runner.ts';
import { compose } from './compose/compose.ts';
import { bundledModelNamed } from './compose/load.ts';
import { openConfig, requirePath } from './compose/open-config.ts';
import { checkOptions } from './compose/options.ts';
import type { PhonePrompt } from './results/phone-prompts.ts';

export interface LintOptions {
	/** Path of a config, whose app is looked at (default: the one found upwards from here, or the habit coach). */
	readonly config?: string;
	/** File with tools, instead of the app's. */
	readonly tools?: string;
	/** File with a system prompt, instead of the app's. */
	readonly system?: string;
	/** User turns that the context should have room for (default 10). */
	readonly turns?: number;
	/** Thinking mode of the runs: a template that cannot be given it is a finding. */
	readonly thinking?: Thinking;
	/** Tokens (default 8192, or what the model was trained for where that is less). */
	readonly contextSize?: number;
	/** An exchange file whose phone reports its prompts: they are compared with those of the template, and nothing else is looked for. */
	readonly phone?: string;
}

export interface LintReport {
	readonly source: string;
	readonly kind: TemplateFile['kind'];
	/** Whose tools and system prompt these are, as far as `tools` and `system` name no files instead. */
	readonly app?: string;
	readonly tools?: string;
	readonly system?: string;
	/** Errors first. */
	readonly findings: readonly LintFinding[];
	/** Prompts of `phone`. */
	readonly phone?: readonly PhonePrompt[];
	/** Of a file with several templates the name of the one that `findings` are of: what is rendered where there are tools. */
	readonly template?: string;
	/** Findings of the others, by their names. */
	readonly others?: readonly { readonly template: string; readonly findings: readonly LintFinding[] }[];
}

/**
 * What the chat template of a GGUF (a file, or the name of a bundled one), a tokenizer_config.json or a Jinja file makes of
 * an app: no weights are loaded.
 * Throws {@link ConfigError} for a file that has no template, and for a config that is not valid.
 */
export async function lint(source: string, options: LintOptions = {}): Promise<LintReport> {
	requirePath(source, 'lint: model or template');
	checkOptions('lint', options);
	const file = bundledModelNamed(source) ?? source;
	const read = readTemplateFile(file);
	const { app, tools, system } = await lintedApp(options);
	const size = options.contextSize ?? Math.min(DEFAULT_CONTEXT, read.contextLength ?? DEFAULT_CONTEXT);
	const vocabulary = await vocabularyOf(file, read);
	const tokens = {
		bosToken: read.bosToken ?? GEMMA_TOKENS.bosToken,
		eosToken: read.eosToken ?? GEMMA_TOKENS.eosToken,
		...vocabulary?.tokens,
	};
	const lintTemplate = async (chatTemplate: string): Promise<readonly LintFinding[]> => {
		const findings = await lintPrompt({
			template: { chatTemplate, addsBos: read.addsBos, ...tokens },
			system,
			tools,
			modelName: read.modelName,
			thinking: options.thinking,
			context: { size, turns: options.turns ?? LINTED_TURNS, counter: vocabulary?.counter ?? estimatedTokens },
		});
		// Of histories LiteRT-LM has points of its own: its contents are lists.
		return read.kind === 'litertlm'
			? [...litertFindings(chatTemplate), ...findings.filter(({ where }) => where !== 'history')]
			: findings;
	};
	try {
		if (options.phone !== undefined) {
			const { lintPhone } = await import('./results/phone-prompts.ts');
			const phone = await lintPhone(options.phone, {
				template: { chatTemplate: read.chatTemplate, addsBos: read.addsBos, ...tokens },
				counter: vocabulary?.counter ?? estimatedTokens,
				inParts: read.kind === 'litertlm',
				app: { system, tools: tools.map(declarationOf) },
			});
			return { source, kind: read.kind, app, findings: [], phone };
		}
		const findings = await lintTemplate(read.chatTemplate);
		const others = [];
		for (const { named, chatTemplate } of read.others ?? []) {
			others.push({ template: named, findings: await lintTemplate(chatTemplate) });
		}
		const report = { source, kind: read.kind, app, tools: options.tools, system: options.system, findings };
		return read.named === undefined ? report : { ...report, template: read.named, others };
	} finally {
		await vocabulary?.dispose();
	}
}

interface LintedApp {
	readonly app?: string;
	readonly tools: ReturnType<typeof toolsOf>;
	readonly system: string;
}

/** Where files say all of it, no config is looked for. */
async function lintedApp(options: LintOptions): Promise<LintedApp> {
	const tools = options.tools === undefined ? undefined : readTools(options.tools);
	const system = options.system === undefined ? undefined : readTextFile(options.system, MAX_SYSTEM_BYTES).text.trim();
	if (tools !== undefined && system !== undefined) return { tools, system };
	const { app, close } = await compose(await openConfig(options.config), { servers: false });
	try {
		return { app: app.name, tools: tools ?? toolsOf(app), system: system ?? app.system };
	} finally {
		await close();
	}
}

const MAX_SYSTEM_BYTES = 2_000_000;
const MAX_TOOLS_BYTES = 2_000_000;
/** As the engines of gemmark open it. */
const DEFAULT_CONTEXT = 8192;

function readTools(path: string): ReturnType<typeof toolsOf> {
	const { content, lineOf } = parseData(readTextFile(path, MAX_TOOLS_BYTES).text, path);
	return readToolList({ content, place: { file: path, lineOf }, at: [] }).map(lintTool);
}

interface OpenedVocabulary {
	readonly tokens: { readonly bosToken?: string; readonly eosToken?: string };
	readonly counter: TokenCounter;
	dispose(): Promise<void>;
}

/** Absent where llama.cpp is not installed, or cannot read the file: what tokens cost is then estimated. */
async function vocabularyOf(path: string, { kind }: TemplateFile): Promise<OpenedVocabulary | undefined> {
	if (kind !== 'gguf') return undefined;
	try {
		const { openVocabulary } = await import('../runners/llama-cpp/vocabulary.ts');
		const { bosToken, eosToken, count, dispose } = await openVocabulary(path);
		return {
			tokens: { bosToken, eosToken },
			counter: { exact: true, count },
			dispose,
		};
	} catch {
		return undefined;
	}
}

/** User turns that a context should have room for. */
const LINTED_TURNS = 10;

/** What the loaded model's template makes of the app's prompt. Of an engine that renders by itself only what is known of it. */
export async function lintModel(
	model: LoadedModel,
	dialect: string,
	app: AppUnderTest,
	thinking: Thinking,
): Promise<readonly LintFinding[]> {
	if (model.kind === 'chat') {
		const { unseenTools: why, litertTemplate } = model;
		const tools = toolsOf(app);
		const litert = litertTemplate === undefined ? [] : litertFindings(litertTemplate);
		if (tools.length === 0) return litert;
		const prompt = [app.system ?? '', ...tools.map(({ description }) => description)].join('\n');
		const unseen = why === undefined ? [] : [finding('error', 'lint.no-tool-support.engine', 'template', { why })];
		return [...litert, ...unseen, ...prefixForbidden(prompt)];
	}
	const { contextSize } = model.engine;
	const counter = await counterOf(model);
	return lintPrompt({
		template: model,
		system: app.system,
		tools: toolsOf(app),
		dialect,
		thinking,
		context: contextSize === undefined ? undefined : { size: contextSize, turns: LINTED_TURNS, counter },
	});
}

/** An engine that fails here fails at the first sample too, which then reports why. */
async function counterOf(model: RawModel): Promise<TokenCounter> {
	try {
		await model.countTokens?.('');
	} catch {
		return estimatedTokens;
	}
	const { countTokens: count } = model;
	return count === undefined ? estimatedTokens : { exact: true, count };
}

/** The tools that a sample begins with. Throws ConfigError where the app's own code throws. */
export function toolsOf(app: AppUnderTest): readonly LintTool[] {
	try {
		const session = app.open();
		try {
			return session.tools.map(lintTool);
		} finally {
			session.close();
		}
	} catch (thrown) {
		if (thrown instanceof GemmarkError) throw thrown;
		const problem = message('score.code-threw', { thrown: thrownPlace(thrown) });
		throw new ConfigError(message('config.app-code', { place: `app ${app.name}`, problem }), { cause: thrown });
	}
}

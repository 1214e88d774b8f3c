import { detectDialect } from '../dialects/detect.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { dialectNamed } from '../dialects/dialects.ts';
import { PromptRenderer } from '../dialects/prompt/prompt-renderer.ts';
import { triggerOf, withTrigger } from '../dialects/prompt/trigger.ts';
import { EngineError } from '../errors/gemmark-error.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import { declareSchema } from '../tool/declaration.ts';
import { type ContextBudget, type CostedPrompts, contextCost } from './context-cost.ts';
import { FINDING_LEVELS, type LintFinding } from './finding.ts';
import { templateVintage } from './known-template.ts';
import type { LintTool } from './lint-tool.ts';
import { replayedPrefix } from './replayed-prefix.ts';
import { templateThinking } from './template-thinking.ts';
import { unseenFacts } from './unseen-facts.ts';

/** An app in front of a chat template. */
export interface PromptUnderLint {
	readonly template: LintTemplate;
	readonly system?: string | undefined;
	readonly tools: readonly LintTool[];
	/** Absent: told by the template, then by the model's name. */
	readonly dialect?: string | undefined;
	readonly modelName?: string | undefined;
	/** Absent: nothing is counted. */
	readonly context?: ContextBudget | undefined;
}

export interface LintTemplate {
	/** Jinja source. */
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** Whether the file tells engines to put BOS before a prompt. Absent: it does not say. */
	readonly addsBos?: boolean | undefined;
}

/** Markers that open a turn of any Gemma. */
const GEMMA_TURNS: readonly string[] = ['<|turn>', '<start_of_turn>'];

/**
 * Renders the app's prompt and tells what the model never sees of it, and what else its template does to the app. Errors
 * first. Nothing is thrown for a template: one that cannot be used is a finding.
 */
export async function lintPrompt(prompt: PromptUnderLint): Promise<readonly LintFinding[]> {
	const { chatTemplate } = prompt.template;
	const vintage = await templateVintage(chatTemplate);
	let findings: readonly LintFinding[];
	try {
		findings = [...lintRendered(prompt), vintage];
	} catch (error) {
		if (!(error instanceof EngineError)) throw error;
		findings = [{ level: 'error', code: 'template-unusable', message: error.message, where: 'template' }, vintage];
	}
	return FINDING_LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level));
}

function lintRendered(prompt: PromptUnderLint): readonly LintFinding[] {
	const { template, tools } = prompt;
	const dialect = dialectNamed(prompt.dialect ?? detectDialect(template.chatTemplate, prompt.modelName));
	const app = new AppPrompt(prompt, dialect);
	const declared = tools.map(({ name, description, schema }) => ({
		name,
		description,
		parameters: declareSchema(schema),
	}));
	const whole = app.render(declared, false);
	const gemma = GEMMA_TURNS.includes(dialect.turnOpen);
	if (gemma && !GEMMA_TURNS.some((turn) => whole.includes(turn))) return [FOREIGN];
	return [
		...(gemma ? bosFindings(whole, template) : []),
		...(tools.length > 0 ? triggerFindings(dialect, prompt.system) : []),
		...(dialect.declareTools === undefined ? [] : [declaredInText(dialect)]),
		...unseenFacts(tools, (some) => app.render(some, false)),
		...templateThinking(dialect, (thinking) => app.render(declared, thinking)),
		...replayedPrefix((messages) => app.renderAll(messages, declared)),
		...(prompt.context === undefined ? [] : [contextCost(app.costed(declared), prompt.context)]),
	];
}

const FOREIGN: LintFinding = {
	level: 'error',
	code: 'foreign-template',
	message: `opens no turn as a Gemma does (${GEMMA_TURNS.join(', ')}), so it is another model's`,
	where: 'template',
};

function triggerFindings(dialect: Dialect, system: string | undefined): readonly LintFinding[] {
	if (triggerOf(dialect, system) !== 'added') return [];
	const message = `${dialect.name} calls only where the developer turn says "${dialect.trigger}": gemmark adds it, so must the app`;
	return [{ level: 'warning', code: 'trigger-missing', message, where: 'system' }];
}

function declaredInText({ name }: Dialect): LintFinding {
	const message = `knows no tools, so the system text declares them as ${name} does`;
	return { level: 'note', code: 'tools-in-text', message, where: 'template' };
}

function bosFindings(text: string, { bosToken, addsBos }: LintTemplate): readonly LintFinding[] {
	if (bosToken === '') return [];
	const finding = { where: 'template' } as const;
	if (text.startsWith(bosToken + bosToken)) {
		return [{ ...finding, level: 'warning', code: 'bos-twice', message: `begins with ${bosToken} twice` }];
	}
	if (text.startsWith(bosToken)) return [];
	const message = `does not begin with ${bosToken}, without which a Gemma goes astray`;
	return [
		addsBos === true
			? {
					...finding,
					level: 'note',
					code: 'bos-added',
					message: `${message}: engines put it there, as the file tells them`,
				}
			: { ...finding, level: 'error', code: 'bos-missing', message: `${message}, and gemmark adds nothing` },
	];
}

/** The app's first prompt, with some or all of what the app puts into it. */
class AppPrompt {
	readonly #renderer: PromptRenderer;
	readonly #dialect: Dialect;
	readonly #system: string | undefined;

	constructor({ template, system }: PromptUnderLint, dialect: Dialect) {
		this.#renderer = new PromptRenderer({ ...template, addsBos: false, turnOpen: dialect.turnOpen });
		this.#dialect = dialect;
		this.#system = system === '' ? undefined : system;
	}

	/** The first prompt, with no words of the user; `thinking` undefined leaves it to the template. */
	render(tools: readonly ToolDeclaration[], thinking: boolean | undefined): string {
		return this.#render(this.#system, [{ role: 'user', content: '' }], tools, thinking);
	}

	/** `messages` behind the system turn. */
	renderAll(messages: readonly object[], tools: readonly ToolDeclaration[]): string {
		return this.#render(this.#system, messages, tools, false);
	}

	costed(tools: readonly ToolDeclaration[]): CostedPrompts {
		const user = [{ role: 'user', content: '' }];
		return {
			whole: this.render(tools, false),
			withoutTools: this.render([], false),
			bare: this.#render(undefined, user, [], false),
		};
	}

	#render(
		system: string | undefined,
		messages: readonly object[],
		tools: readonly ToolDeclaration[],
		thinking: boolean | undefined,
	): string {
		const declare = tools.length === 0 ? undefined : this.#dialect.declareTools;
		const texts = [withTrigger(this.#dialect, system, tools.length), declare?.(tools)].filter(
			(text) => text !== undefined,
		);
		const before = texts.length === 0 ? [] : [{ role: 'system', content: texts.join('\n\n') }];
		return this.#renderer.renderChat({
			messages: [...before, ...messages],
			tools: declare === undefined ? tools : [],
			thinking,
		});
	}
}

import { EngineError } from '../base/errors.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { detectDialect, dialectNamed } from '../dialects/dialects.ts';
import { templateMisfit } from '../dialects/prompt/misfit.ts';
import { PromptRenderer } from '../dialects/prompt/renderer.ts';
import { prefixForbidden } from './forbidden-prose.ts';
import {
	AppPrompt,
	contextCost,
	declarationOf,
	FINDING_LEVELS,
	finding,
	type LintFinding,
	type LintTool,
	type PromptUnderLint,
} from './subject.ts';
import {
	bosFindings,
	declaredInText,
	GEMMA_TURNS,
	opensGemmaTurns,
	refusalOf,
	templateThinking,
	templateVintage,
	triggerFindings,
} from './template.ts';
import { unseenFacts } from './unseen-tools.ts';
import { replayedPrefix, unseenTurns } from './unseen-turns.ts';
import { writtenSchemas } from './written-schemas.ts';

/**
 * Renders the app's prompt and reports what the model never sees of it, and what else its template does to the app. Errors
 * first. A template that cannot be used is a finding, not an error.
 */
export async function lintPrompt(given: PromptUnderLint): Promise<readonly LintFinding[]> {
	const budget = { steps: lintSteps(given.tools) };
	const prompt = { ...given, template: { ...given.template, budget } };
	const { chatTemplate } = prompt.template;
	const vintage = await templateVintage(chatTemplate);
	let findings: readonly LintFinding[];
	try {
		findings = [...(await lintRendered(prompt)), vintage];
	} catch (error) {
		if (!(error instanceof EngineError)) throw error;
		findings = [await refused(prompt, error), vintage];
	}
	return FINDING_LEVELS.flatMap((level) => findings.filter((one) => one.level === level));
}

/** Steps of the template over all renderings of tools that are small. */
export const MAX_LINT_STEPS = 3_000_000;

/** Each fact of a tool is rendered with the rest of it, and each tool with all others. About five times what these take. */
function lintSteps(tools: readonly LintTool[]): number {
	const chars = tools.map(({ schema }) => JSON.stringify(schema).length);
	const all = chars.reduce((sum, one) => sum + one, 0);
	return MAX_LINT_STEPS + chars.reduce((sum, one) => sum + one ** 2, 0) + all * tools.length * 10;
}

/** Finds out whether the template refuses the system turn, other tools, or the prompt altogether. */
async function refused(prompt: PromptUnderLint, error: EngineError): Promise<LintFinding> {
	const why = refusalOf(error);
	if (await takes(() => firstPrompt(prompt)))
		return finding('error', 'lint.template-unusable.tools', 'template', { why });
	if (await takes(() => lintRendered({ ...prompt, system: undefined, tools: [] }))) {
		return finding('error', 'lint.system-refused', 'system', { why });
	}
	return finding('error', 'lint.template-unusable', 'template', { why: error.said });
}

async function takes(render: () => unknown): Promise<boolean> {
	try {
		await render();
		return true;
	} catch {
		return false;
	}
}

function spokenIn({ dialect, template, modelName }: PromptUnderLint): Dialect {
	return dialectNamed(dialect ?? detectDialect(template.chatTemplate, modelName));
}

function firstPrompt(prompt: PromptUnderLint): string {
	return new AppPrompt(prompt, spokenIn(prompt)).render(prompt.tools.map(declarationOf), false);
}

async function lintRendered(prompt: PromptUnderLint): Promise<readonly LintFinding[]> {
	const { template, tools, system, thinking, context } = prompt;
	const spoken = spokenIn(prompt);
	const declared = tools.map(declarationOf);
	const whole = firstPrompt(prompt);
	const foreign = !opensGemmaTurns(whole, spoken);
	// None of gemmark's dialects fits another model's template.
	const dialect = foreign ? withoutHelp(spoken) : spoken;
	const app = new AppPrompt(prompt, dialect);
	const otherSystem = system?.trim() ? new AppPrompt({ ...prompt, system: `${system}\nSqz7` }, dialect) : undefined;
	const misfit = foreign
		? undefined
		: templateMisfit(new PromptRenderer({ ...template, turnOpen: dialect.turnOpen }), dialect);
	const turns = foreign ? [] : [...GEMMA_TURNS, dialect.turnOpen];
	return [
		...(foreign
			? [finding('error', 'lint.foreign-template', 'template', { turns: GEMMA_TURNS })]
			: bosFindings(whole, template)),
		...(tools.length > 0 ? [...triggerFindings(dialect, system), ...prefixForbidden(whole)] : []),
		...unseenTurns({ app, otherSystem, turns, misfit }, declared),
		...(dialect.declareTools === undefined
			? []
			: [declaredInText(dialect, new AppPrompt(prompt, withoutHelp(dialect)).looksAtTools(declared))]),
		...unseenFacts(tools, (some) => app.render(some, false), dialect.name),
		...(dialect.declareTools === undefined ? writtenSchemas(tools, app) : []),
		...templateThinking(dialect, (thinks) => app.render(declared, thinks), thinking),
		...replayedPrefix((messages) => app.renderAll(messages, declared)),
		...(context === undefined ? [] : [await contextCost(app.costed(declared), context)]),
	];
}

function withoutHelp({ declareTools: _, trigger: _trigger, thinking: _thinking, ...dialect }: Dialect): Dialect {
	return { ...dialect, name: 'this family' };
}

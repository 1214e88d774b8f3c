import { EngineError } from '../base/errors.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { detectDialect, dialectNamed } from '../dialects/dialects.ts';
import { templateMisfit } from '../dialects/prompt/misfit.ts';
import { PromptRenderer } from '../dialects/prompt/renderer.ts';
import {
	AppPrompt,
	contextCost,
	declarationOf,
	FINDING_LEVELS,
	type LintFinding,
	type PromptUnderLint,
} from './subject.ts';
import {
	bosFindings,
	declaredInText,
	foreignTemplate,
	GEMMA_TURNS,
	opensGemmaTurns,
	systemRefused,
	templateThinking,
	templateVintage,
	toolsNeeded,
	triggerFindings,
} from './template.ts';
import { isReservedName, unseenFacts } from './unseen-tools.ts';
import { replayedPrefix, unseenTurns } from './unseen-turns.ts';

/**
 * Renders the app's prompt and tells what the model never sees of it, and what else its template does to the app. Errors
 * first. Nothing is thrown for a template: one that cannot be used is a finding.
 */
export async function lintPrompt(prompt: PromptUnderLint): Promise<readonly LintFinding[]> {
	const { chatTemplate } = prompt.template;
	const vintage = await templateVintage(chatTemplate);
	let findings: readonly LintFinding[];
	try {
		findings = [...(await lintRendered(prompt)), vintage];
	} catch (error) {
		if (!(error instanceof EngineError)) throw error;
		findings = [await refused(prompt, error), vintage];
	}
	return FINDING_LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level));
}

/**
 * Where it is the system turn that the template refuses, it takes a conversation without one; where it needs tools, the
 * app's own prompt.
 */
async function refused(prompt: PromptUnderLint, error: EngineError): Promise<LintFinding> {
	if (await takes(() => firstPrompt(prompt))) return toolsNeeded(error);
	if (await takes(() => lintRendered({ ...prompt, system: undefined, tools: [] }))) return systemRefused(error);
	return { level: 'error', code: 'template-unusable', message: error.message, where: 'template' };
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
	// No dialect of ours helps another model's template: it is looked at alone.
	const dialect = foreign ? withoutHelp(spoken) : spoken;
	const app = new AppPrompt(prompt, dialect);
	const otherSystem = system?.trim() ? new AppPrompt({ ...prompt, system: `${system}\nSqz7` }, dialect) : undefined;
	const misfit = foreign
		? undefined
		: templateMisfit(new PromptRenderer({ ...template, turnOpen: dialect.turnOpen }), dialect);
	const turns = foreign ? [] : [...GEMMA_TURNS, dialect.turnOpen];
	return [
		...(foreign ? [foreignTemplate()] : bosFindings(whole, template)),
		...(tools.length > 0 ? triggerFindings(dialect, system) : []),
		...unseenTurns({ app, otherSystem, turns, misfit }, declared),
		...(dialect.declareTools === undefined
			? []
			: [declaredInText(dialect, new AppPrompt(prompt, withoutHelp(dialect)).looksAtTools(declared))]),
		...unseenFacts(
			tools,
			(some) => app.render(some, false),
			(name) => isReservedName(name, dialect.name),
		),
		...templateThinking(dialect, (thinks) => app.render(declared, thinks), thinking),
		...replayedPrefix((messages) => app.renderAll(messages, declared)),
		...(context === undefined ? [] : [await contextCost(app.costed(declared), context)]),
	];
}

function withoutHelp({ declareTools: _, trigger: _trigger, thinking: _thinking, ...dialect }: Dialect): Dialect {
	return { ...dialect, name: 'this family' };
}

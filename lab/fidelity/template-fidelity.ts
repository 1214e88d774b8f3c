import type { Dialect } from '../../src/dialects/dialect.ts';
import { detectDialect, dialectNamed } from '../../src/dialects/dialects.ts';
import { ChatTemplate, PromptRenderer, type TemplateSource } from '../../src/dialects/prompt/renderer.ts';
import { continuedPrompts } from './continued-prompts.ts';
import { type FidelityDifference, fidelityDifference } from './fidelity-difference.ts';
import { FIDELITY_PLANS, type FidelityMode, type FidelityPlan } from './fidelity-plan.ts';
import { renderedAnew } from './rendered-anew.ts';

/** One prompt of a conversation, as gemmark continues it and as the template renders it anew. */
export interface FidelityStep extends Omit<FidelityDifference, 'outcome'> {
	readonly thinking: FidelityMode;
	readonly conversation: string;
	readonly step: 'first prompt' | 'after tool responses' | 'second user turn';
	readonly outcome: FidelityDifference['outcome'] | 'refused';
	/** Why the template refused. */
	readonly reason?: string;
}

/**
 * Whether what gemmark sends, turn after turn, is what the model's template makes of the whole conversation: a model
 * was taught on the latter. A dialect without calls of its own is compared in talk only; thinking, where the template has
 * a switch for it, with thoughts in the history.
 */
export async function templateFidelity(
	source: TemplateSource,
): Promise<{ readonly dialect: string; readonly steps: readonly FidelityStep[] }> {
	const dialect = dialectNamed(detectDialect(source.chatTemplate));
	const plans = FIDELITY_PLANS.filter(({ calls }) => calls.length === 0 || dialect.writeCall !== undefined);
	const steps: FidelityStep[] = [];
	for (const thinking of modesOf(source, dialect)) {
		for (const plan of plans) steps.push(...(await compare(source, dialect, plan, thinking)));
	}
	return { dialect: dialect.name, steps };
}

function modesOf(source: TemplateSource, dialect: Dialect): readonly FidelityMode[] {
	if (dialect.thinking === undefined) return ['off'];
	try {
		return new PromptRenderer({ ...source, turnOpen: dialect.turnOpen }).switchesThinking() ? ['off', 'on'] : ['off'];
	} catch {
		// What it refuses is reported for its first prompt.
		return ['off'];
	}
}

async function compare(
	source: TemplateSource,
	dialect: Dialect,
	plan: FidelityPlan,
	thinking: FidelityMode,
): Promise<readonly FidelityStep[]> {
	const { conversation } = plan;
	let ours: readonly string[];
	try {
		ours = await continuedPrompts(source, dialect, plan, thinking);
	} catch (error) {
		return [{ thinking, conversation, step: 'first prompt', outcome: 'refused', reason: refusal(error) }];
	}
	const template = new ChatTemplate(source);
	const opening = modelOpening(ours[0] ?? '', dialect);
	const named = ['first prompt', ...(plan.calls.length > 0 ? ['after tool responses'] : []), 'second user turn'];
	return (named as FidelityStep['step'][]).map((step, index) => {
		const place = { thinking, conversation, step };
		try {
			const theirs = renderedAnew(template, dialect, plan, { step, thinking });
			return { ...place, ...fidelityDifference(ours[index] ?? '', theirs, opening) };
		} catch (error) {
			return { ...place, outcome: 'refused', reason: refusal(error) };
		}
	});
}

/** What the template writes after the dialect's own opening of a model turn. */
function modelOpening(prompt: string, dialect: Dialect): string {
	const next = dialect.nextUserTurn('A');
	const turn = next.slice(next.lastIndexOf(dialect.turnOpen));
	const at = prompt.lastIndexOf(turn);
	return at === -1 ? '' : prompt.slice(at + turn.length);
}

function refusal(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

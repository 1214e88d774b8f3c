import { EngineError } from '../../src/base/errors.ts';
import type { JsonObject } from '../../src/base/json.ts';
import type { Dialect } from '../../src/dialects/dialect.ts';
import { answerForms } from '../../src/dialects/prompt/history.ts';
import type { ChatTemplate } from '../../src/dialects/prompt/renderer.ts';
import { withTrigger } from '../../src/dialects/prompt/renderer.ts';
import { ANSWER, FIDELITY_TOOLS, type FidelityMode, type FidelityPlan, THOUGHTS, USER_TURNS } from './fidelity-plan.ts';

/**
 * What the template makes of the whole conversation up to this step. Answers of tools stand in the first form that prints
 * them, thoughts as `reasoning` of their message. Throws where the template refuses or prints no answers.
 */
export function renderedAnew(
	template: ChatTemplate,
	dialect: Dialect,
	plan: FidelityPlan,
	{ step, thinking: mode }: { readonly step: string; readonly thinking: FidelityMode },
): string {
	const tools = plan.calls.length > 0 ? FIDELITY_TOOLS : [];
	const thinking = mode === 'on';
	const render = (messages: readonly JsonObject[]): string => template.render({ messages, tools, thinking });
	const thought = (index: 0 | 1): JsonObject => (thinking ? { reasoning: THOUGHTS[index] } : {});
	const system = withTrigger(dialect, plan.system, tools.length);
	const before: readonly JsonObject[] = [
		...(system === undefined ? [] : [{ role: 'system', content: system }]),
		{ role: 'user', content: USER_TURNS[0] },
	];
	if (step === 'first prompt') return render(before);
	const after: readonly JsonObject[] = [
		{ role: 'assistant', content: ANSWER, ...thought(plan.calls.length > 0 ? 1 : 0) },
		{ role: 'user', content: USER_TURNS[1] },
	];
	const behind = step === 'second user turn' ? after : [];
	if (plan.calls.length === 0) return render([...before, ...behind]);
	let refused: unknown;
	for (const [calling = {}, ...answers] of answerForms(plan.calls)) {
		try {
			const text = render([...before, { ...calling, ...thought(0) }, ...answers, ...behind]);
			if (text.includes(`response:${plan.calls[0]?.[0]}`)) return text;
		} catch (error) {
			refused = error;
		}
	}
	throw refused ?? new EngineError('model-invalid', 'it prints no tool response');
}

import { EngineError } from '../../errors/gemmark-error.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { GenerationEvent, ToolCall } from '../../model/generation.ts';
import { ScriptedCompleter } from '../../model/scripted-completer.ts';
import { detectDialect } from '../detect.ts';
import type { Dialect } from '../dialect.ts';
import { dialectNamed } from '../dialects.ts';
import { answerForms } from '../prompt/answer-forms.ts';
import { ChatTemplate, type TemplateSource } from '../prompt/chat-template.ts';
import { PromptRenderer } from '../prompt/prompt-renderer.ts';
import { withTrigger } from '../prompt/trigger.ts';
import { ANSWER, FIDELITY_PLANS, FIDELITY_TOOLS, type FidelityPlan, USER_TURNS } from './fidelity-plan.ts';
import { RawConversation } from './raw-conversation.ts';

/** One prompt of a conversation, as gemmark continues it and as the template renders it anew. */
export interface FidelityStep {
	readonly conversation: string;
	readonly step: 'first prompt' | 'after tool responses' | 'second user turn';
	/**
	 * `same-but-openings`: the same apart from what opened earlier turns of the model, such as an empty thought, which
	 * the model saw, and which the template leaves out of the history.
	 */
	readonly outcome: 'same' | 'same-but-openings' | 'differs' | 'refused';
	/** The first difference apart from those openings: characters from the beginning, and what stands there. */
	readonly difference?: { readonly at: number; readonly ours: string; readonly template: string };
	/** Why the template refused. */
	readonly reason?: string;
}

const EXCERPT = 40;
/**
 * Whether what gemmark sends, turn after turn, is what the model's template makes of the whole conversation: a model
 * was taught on the latter. A dialect without calls of its own is compared in talk only.
 */
export async function templateFidelity(
	source: TemplateSource,
): Promise<{ readonly dialect: string; readonly steps: readonly FidelityStep[] }> {
	const dialect = dialectNamed(detectDialect(source.chatTemplate));
	const plans = FIDELITY_PLANS.filter(({ calls }) => calls.length === 0 || dialect.writeCall !== undefined);
	const steps: FidelityStep[] = [];
	for (const plan of plans) steps.push(...(await compare(source, dialect, plan)));
	return { dialect: dialect.name, steps };
}

async function compare(source: TemplateSource, dialect: Dialect, plan: FidelityPlan): Promise<readonly FidelityStep[]> {
	const { conversation } = plan;
	let ours: readonly string[];
	try {
		ours = await continuedPrompts(source, dialect, plan);
	} catch (error) {
		return [{ conversation, step: 'first prompt', outcome: 'refused', reason: refusal(error) }];
	}
	const template = new ChatTemplate(source);
	const opening = modelOpening(ours[0] ?? '', dialect);
	const named = ['first prompt', ...(plan.calls.length > 0 ? ['after tool responses'] : []), 'second user turn'];
	return (named as FidelityStep['step'][]).map((step, index) => {
		try {
			const theirs = rendered(template, dialect, plan, step);
			return { conversation, step, ...difference(ours[index] ?? '', theirs, opening) };
		} catch (error) {
			return { conversation, step, outcome: 'refused', reason: refusal(error) };
		}
	});
}

/** The prompts of a conversation in which the model says what the plan says. */
async function continuedPrompts(
	source: TemplateSource,
	dialect: Dialect,
	{ system, calls }: FidelityPlan,
): Promise<readonly string[]> {
	const called = calls.map(([name, args]) => dialect.writeCall?.(name, args) ?? '').join('');
	const script = [...(calls.length > 0 ? [called] : []), ANSWER, ANSWER].map((text) => ({ pieces: [text] }));
	const completer = new ScriptedCompleter(script);
	const renderer = new PromptRenderer({ ...source, turnOpen: dialect.turnOpen });
	const conversation = new RawConversation(
		{ completer, renderer, dialect },
		{
			...(system === undefined ? {} : { system }),
			tools: calls.length > 0 ? FIDELITY_TOOLS : [],
			sampling: { temperature: 0, seed: 1 },
			maxTokens: 1,
			deadlineMs: 1,
			reading: 'strict',
		},
	);
	const read = await callsOf(conversation.sendChatTurn({ type: 'user', text: USER_TURNS[0] }));
	if (calls.length > 0) {
		const results = read.map((call, index) => ({ call, response: calls[index]?.[2] ?? {} }));
		await callsOf(conversation.sendChatTurn({ type: 'tool-results', results }));
	}
	await callsOf(conversation.sendChatTurn({ type: 'user', text: USER_TURNS[1] }));
	return completer.requests.map(({ parts }) => parts.map((part) => part.text).join(''));
}

async function callsOf(events: AsyncIterable<GenerationEvent>): Promise<readonly ToolCall[]> {
	const calls: ToolCall[] = [];
	for await (const event of events) if (event.type === 'call') calls.push(event.call);
	return calls;
}

/** The first form that prints the answers holds. */
function rendered(template: ChatTemplate, dialect: Dialect, plan: FidelityPlan, step: FidelityStep['step']): string {
	const tools = plan.calls.length > 0 ? FIDELITY_TOOLS : [];
	const system = withTrigger(dialect, plan.system, tools.length);
	const before: readonly JsonObject[] = [
		...(system === undefined ? [] : [{ role: 'system', content: system }]),
		{ role: 'user', content: USER_TURNS[0] },
	];
	if (step === 'first prompt') return template.render({ messages: before, tools, thinking: false });
	const after: readonly JsonObject[] = [
		{ role: 'assistant', content: ANSWER },
		{ role: 'user', content: USER_TURNS[1] },
	];
	const behind = step === 'second user turn' ? after : [];
	if (plan.calls.length === 0) return template.render({ messages: [...before, ...behind], tools, thinking: false });
	let refused: unknown;
	for (const answered of answerForms(plan.calls)) {
		try {
			const text = template.render({ messages: [...before, ...answered, ...behind], tools, thinking: false });
			if (text.includes(`response:${plan.calls[0]?.[0]}`)) return text;
		} catch (error) {
			refused = error;
		}
	}
	throw refused ?? new EngineError('model-invalid', 'it prints no tool response');
}

/** What the template writes behind the dialect's own opening of a model turn. */
function modelOpening(prompt: string, dialect: Dialect): string {
	const turn = modelTurn(dialect);
	const at = prompt.lastIndexOf(turn);
	return at === -1 ? '' : prompt.slice(at + turn.length);
}

function modelTurn(dialect: Dialect): string {
	const next = dialect.nextUserTurn('A');
	return next.slice(next.lastIndexOf(dialect.turnOpen));
}

function difference(ours: string, theirs: string, opening: string): Pick<FidelityStep, 'outcome' | 'difference'> {
	if (ours === theirs) return { outcome: 'same' };
	const [one, two] = [withoutEarlier(ours, opening), withoutEarlier(theirs, opening)];
	if (one === two) return { outcome: 'same-but-openings' };
	let at = 0;
	while (one[at] === two[at]) at++;
	const excerpt = (text: string): string => text.slice(at, at + EXCERPT);
	return { outcome: 'differs', difference: { at, ours: excerpt(one), template: excerpt(two) } };
}

function withoutEarlier(prompt: string, opening: string): string {
	if (opening === '') return prompt;
	const last = prompt.endsWith(opening) ? opening : '';
	return prompt.slice(0, prompt.length - last.length).replaceAll(opening, '') + last;
}

function refusal(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

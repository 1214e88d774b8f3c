import { UsageError } from '../../base/errors.ts';
import { type Message, message } from '../../base/message.ts';
import { type Conversation, type ConversationOptions, mayThink, type Thinking } from '../../model/conversation.ts';
import type { LoadedModel, RawModel } from '../../model/runner.ts';
import type { Dialect } from '../dialect.ts';
import { detectDialect, dialectNamed, knownDialects } from '../dialects.ts';
import { generationPrompt, templateMisfit } from '../prompt/misfit.ts';
import { PromptRenderer } from '../prompt/renderer.ts';
import { RawConversation } from './raw-conversation.ts';
import { withThoughtBudget } from './thoughts.ts';

/** Dialect of a model that renders and parses by itself. */
export const ENGINE_DIALECT = 'engine';

/**
 * Name of the dialect a run speaks with the model: the requested one, else the one its template shows. Throws
 * {@link UsageError} for an unknown name.
 */
export function dialectOf(model: LoadedModel, requested?: string): string {
	if (model.kind === 'chat') return ENGINE_DIALECT;
	const name = requested ?? detectedDialect(model);
	const dialect = dialectNamed(name);
	requireFit(model, dialect, requested !== undefined);
	return dialect.name;
}

/** Turns that the model's own template writes differently would be read, and continued, in a form it was never taught. */
function requireFit(model: RawModel, dialect: Dialect, requested: boolean): void {
	const misfit = templateMisfit(rendererFor(model, dialect), dialect);
	if (misfit === undefined) return;
	const { name: modelName } = model.identity;
	if (misfit.type === 'model-turn-unopened') {
		const ending = generationPrompt(misfit.opening);
		throw new UsageError(message('dialect.turn-unopened', { model: modelName, ending }));
	}
	const { difference } = misfit;
	const fitting = knownDialects().filter((one) => templateMisfit(rendererFor(model, one), one) === undefined);
	const names = fitting.map((one) => one.name);
	const detected = detectedDialect(model);
	const flag = model.engine.api === 'completion' ? '--api chat' : '--runner openai';
	if (requested && names.includes(detected)) {
		throw new UsageError(
			message('dialect.misfit-drop', { dialect: dialect.name, model: modelName, difference, detected }),
		);
	}
	throw new UsageError(
		names.length > 0
			? message('dialect.misfit-name', { dialect: dialect.name, model: modelName, difference, names })
			: message('dialect.misfit-none', { model: modelName, difference, flag }),
	);
}

function detectedDialect({ chatTemplate, identity }: RawModel): string {
	return detectDialect(chatTemplate, identity.title ?? identity.name);
}

/**
 * Opens a conversation with a loaded model, raw or chat. `dialect` as {@link dialectOf} gives it. Throws {@link UsageError} for
 * what the engine cannot take, such as a history.
 */
export function openConversation(model: LoadedModel, dialect: string, options: ConversationOptions): Conversation {
	if (model.kind === 'chat') {
		const refused = (options.history ?? []).length > 0 ? noHistory(model) : undefined;
		if (refused !== undefined) {
			throw new UsageError(refused);
		}
		return model.openConversation(options);
	}
	const spoken = dialectNamed(dialect);
	const { thinking } = options;
	const completer =
		typeof thinking === 'number' && spoken.thinking !== undefined
			? withThoughtBudget(model.completer, spoken.thinking, thinking)
			: model.completer;
	return new RawConversation({ completer, renderer: rendererFor(model, spoken), dialect: spoken }, options);
}

/** Why the model's conversations cannot be opened with a history; absent where they can. */
export function noHistory(model: LoadedModel): Message | undefined {
	if (model.kind === 'raw' || model.takesHistory === true) return undefined;
	return message('dialect.no-history', { engine: model.engine.runner });
}

/**
 * How a run may think, as its settings record it; absent where the engine cannot be set. `dialect` as {@link dialectOf} gives
 * it. Throws {@link UsageError} where thinking is asked of a model that has none.
 */
export function thinkingOf(model: LoadedModel, dialect: string, wanted: Thinking): Thinking | undefined {
	const engine = model.engine.runner;
	if (model.kind === 'chat') {
		if (typeof wanted === 'number' && model.thinking === true) {
			throw new UsageError(message('dialect.no-thought-budget', { wanted, engine }));
		}
		if (model.thinking === true) return wanted;
		if (!mayThink(wanted)) return undefined;
		throw new UsageError(message('dialect.no-thinking-setting', { wanted: String(wanted), engine }));
	}
	const spoken = dialectNamed(dialect);
	if (mayThink(wanted) && spoken.thinking === undefined && !rendererFor(model, spoken).switchesThinking()) {
		throw new UsageError(message('dialect.no-thoughts', { wanted: String(wanted), dialect }));
	}
	return wanted;
}

const renderers = new WeakMap<RawModel, Map<string, PromptRenderer>>();

function rendererFor(model: RawModel, dialect: Dialect): PromptRenderer {
	const known = renderers.get(model) ?? new Map<string, PromptRenderer>();
	renderers.set(model, known);
	const renderer = known.get(dialect.name) ?? new PromptRenderer({ ...model, turnOpen: dialect.turnOpen });
	known.set(dialect.name, renderer);
	return renderer;
}

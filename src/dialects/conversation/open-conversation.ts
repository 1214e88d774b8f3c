import { UsageError } from '../../base/errors.ts';
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
 * Name of the dialect a run speaks with the model: the requested one, else the one its template tells. Throws
 * {@link UsageError} for an unknown name.
 */
export function dialectOf(model: LoadedModel, requested?: string): string {
	if (model.kind === 'chat') return ENGINE_DIALECT;
	const name = requested ?? toldDialect(model);
	const dialect = dialectNamed(name);
	requireFit(model, dialect, requested !== undefined);
	return dialect.name;
}

/** Turns that the model's own template writes otherwise would be read, and continued, in a form it was never taught. */
function requireFit(model: RawModel, dialect: Dialect, requested: boolean): void {
	const misfit = templateMisfit(rendererFor(model, dialect), dialect);
	if (misfit === undefined) return;
	const { name } = model.identity;
	if (misfit.type === 'model-turn-unopened') {
		throw new UsageError(
			`${name}: its chat template ignores add_generation_prompt, so nothing opens the model's turn`,
			{
				hint: `Use the template published with the model, or let this one end with ${generationPrompt(misfit.opening)}.`,
			},
		);
	}
	const { difference } = misfit;
	const fitting = knownDialects().filter((one) => templateMisfit(rendererFor(model, one), one) === undefined);
	const named = `Name its dialect; its turns are those of ${fitting.map((one) => one.name).join(', ')}.`;
	const elsewhere = model.engine.api === 'completion' ? '--api chat' : '--runner openai';
	const another = `Run it where the engine renders and reads by itself (${elsewhere}), or bring its dialect (docs/own-dialect.md).`;
	if (requested) {
		const told = toldDialect(model);
		const isTold = fitting.some((one) => one.name === told);
		throw new UsageError(`--dialect ${dialect.name}: does not fit ${name}, whose chat template's ${difference.en}`, {
			hint: isTold ? `Leave the dialect out: the template tells ${told}.` : fitting.length > 0 ? named : another,
		});
	}
	if (fitting.length > 0) {
		throw new UsageError(`${name}: taken for ${dialect.name}, but its chat template's ${difference.en}`, {
			hint: named,
		});
	}
	throw new UsageError(`${name}: its chat template is no Gemma's, its ${difference.en}`, { hint: another });
}

function toldDialect({ chatTemplate, identity }: RawModel): string {
	return detectDialect(chatTemplate, identity.title ?? identity.name);
}

/**
 * Opens a conversation with a loaded model, raw or chat. `dialect` as told by {@link dialectOf}. Throws {@link UsageError} for
 * what the engine cannot take, such as a history.
 */
export function openConversation(model: LoadedModel, dialect: string, options: ConversationOptions): Conversation {
	if (model.kind === 'chat') {
		const refused = (options.history ?? []).length > 0 ? noHistory(model) : undefined;
		if (refused !== undefined) {
			throw new UsageError(refused, { hint: 'Run the model where gemmark renders: with the runner llama-cpp.' });
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
export function noHistory(model: LoadedModel): string | undefined {
	if (model.kind === 'raw' || model.takesHistory === true) return undefined;
	return `the engine ${model.engine.runner} renders by itself and takes no history`;
}

/**
 * How a run may think, as its settings record it; absent where the engine cannot be told. `dialect` as told by
 * {@link dialectOf}. Throws {@link UsageError} where thinking is asked of a model that has none.
 */
export function thinkingOf(model: LoadedModel, dialect: string, wanted: Thinking): Thinking | undefined {
	const engine = model.engine.runner;
	if (model.kind === 'chat') {
		if (typeof wanted === 'number' && model.thinking === true) {
			throw new UsageError(
				`--thinking ${wanted}: the server of ${engine} renders by itself, so no budget can be held`,
				{
					hint: "Set thinking to on, or give the target a file with the server's chat template.",
				},
			);
		}
		if (model.thinking === true) return wanted;
		if (!mayThink(wanted)) return undefined;
		throw new UsageError(`--thinking ${wanted}: the engine ${engine} renders by itself and has no such setting`, {
			hint: 'Leave thinking out, or run the model where gemmark renders: with the runner llama-cpp.',
		});
	}
	const spoken = dialectNamed(dialect);
	if (mayThink(wanted) && spoken.thinking === undefined && !rendererFor(model, spoken).switchesThinking()) {
		throw new UsageError(`--thinking ${wanted}: ${dialect} has no thoughts, nor has the chat template of this model`, {
			hint: 'Leave thinking out.',
		});
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

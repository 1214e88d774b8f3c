import { expect } from 'vitest';
import { EngineError } from '../../base/errors.ts';
import { dialectOf, openConversation } from '../../dialects/conversation/open-conversation.ts';
import { dialectNamed } from '../../dialects/dialects.ts';
import type { GenerationEvent } from '../../model/generation.ts';
import type { LoadedModel, RawModel } from '../../model/runner.ts';
import type { Checked, Fact } from './contract-fact.ts';
import { answer, ask, CONTRACT_TOOL, conversationOptions, endless } from './contract-request.ts';

export type AnswerFact =
	| 'identity'
	| 'one-end'
	| 'times'
	| 'usage'
	| 'length'
	| 'stop'
	| 'special-tokens'
	| 'grammar'
	| 'prefix-before-call'
	| 'greedy'
	| 'same-seed'
	| 'independence'
	| 'overflow';

/** A model's answer, and the facts about it. */
export const ANSWER_FACTS: Readonly<Record<AnswerFact, Fact>> = {
	identity: {
		title: 'reports model, engine version, backend and load time',
		check: async ({ name, model }) => {
			expect(model.identity.name).not.toBe('');
			expect(model.engine.runner).toBe(name);
			expect(model.engine.version).not.toBe('');
			expect(model.engine.backend).not.toBe('');
			expect(model.loadMs).toBeGreaterThan(0);
		},
	},
	'one-end': {
		title: 'ends every generation exactly once, last',
		check: async ({ model }) => expect(await answer(model)).toMatchObject({ ends: 1, lastIsEnd: true }),
	},
	times: {
		title: 'times what it generates in order, from the acceptance of the request to its end',
		check: async ({ model }) => {
			const { atMs, totalMs } = await answer(model);
			expect(atMs.length).toBeGreaterThan(0);
			expect(atMs).toEqual(atMs.toSorted((one, two) => one - two));
			expect(atMs[0]).toBeGreaterThanOrEqual(0);
			expect(atMs.at(-1)).toBeLessThanOrEqual(totalMs);
		},
	},
	usage: {
		title: 'counts the tokens of prompt and output; what was cached is part of the prompt',
		check: async ({ model }) => {
			const { usage, pieces } = await answer(model);
			expect(usage.promptTokens).toBeGreaterThan(0);
			expect(usage.outputTokens).toBeGreaterThan(0);
			expect(usage.cachedPromptTokens ?? 0).toBeLessThanOrEqual(usage.promptTokens ?? 0);
			if (model.kind === 'raw') expect(usage.outputTokens).toBe(pieces);
		},
	},
	length: {
		title: 'stops at the token limit, with finish length',
		check: async ({ model }) => {
			const { finish, usage } = await answer(model, { maxTokens: 3, ...endless(model) });
			expect(finish.unified).toBe('length');
			expect(usage.outputTokens ?? 3).toBe(3);
		},
	},
	stop: {
		title: 'stops at a stop text, with finish stop, and never lets it, or a part of it, out',
		check: async ({ model, skip }) => {
			const raw = rawOf(model, skip);
			const { text } = await answer(raw, { maxTokens: 16 });
			const half = Math.floor(text.length / 2);
			const stop = text.slice(half, half + 3);
			expect(stop).not.toBe('');
			const stopped = await answer(raw, { maxTokens: 16, stop: [stop] });
			expect(stopped).toMatchObject({ text: text.slice(0, text.indexOf(stop)), finish: { unified: 'stop' } });
		},
	},
	'special-tokens': {
		title: 'writes special tokens as text',
		check: async ({ model, skip }) => {
			const { raw, grammar } = callingModel(model, skip);
			const { text } = await answer(raw, { maxTokens: 64, grammar, stop: [] });
			expect(text).toContain(dialectNamed(dialectOf(raw)).callGrammar(CONTRACT_TOOL).includes('<|') ? '<|' : '{');
		},
	},
	grammar: {
		title: 'obeys a grammar, or says that it does not',
		check: async ({ model, skip }) => {
			const raw = rawOf(model, skip);
			if (!raw.grammar) skip('the engine says that it takes no grammar');
			const { text } = await answer(raw, { maxTokens: 16, grammar: 'root ::= "네" [0-9] [0-9] "!"' });
			expect(text).toMatch(/^네\d\d!$/);
		},
	},
	'prefix-before-call': {
		title: 'reports the text before a call before the call',
		check: async ({ model, skip }) => {
			const events = await prefixedCall(model, skip);
			const kinds = events.map((event) => event.type);
			expect(kinds.indexOf('text')).toBeGreaterThanOrEqual(0);
			expect(kinds.indexOf('call')).toBeGreaterThan(kinds.lastIndexOf('text'));
			expect(events.at(-1)).toMatchObject({ type: 'end', finish: { unified: 'tool-call' } });
		},
	},
	greedy: {
		title: 'gives the same text twice at temperature 0',
		check: async ({ model }) => expect((await answer(model)).text).toBe((await answer(model)).text),
	},
	'same-seed': {
		title: 'gives the same text twice for the same seed at temperature 1',
		check: async ({ model }) => {
			const one = await answer(model, { temperature: 1 });
			expect((await answer(model, { temperature: 1 })).text).toBe(one.text);
		},
	},
	independence: {
		title: 'gives the same text whatever ran before',
		check: async ({ model, load }) => {
			const fresh = await load();
			const alone = await answer(fresh, { temperature: 1, text: '아침에 뭘 하면 좋을까?' }).finally(() =>
				fresh.dispose(),
			);
			await answer(model, { temperature: 1 });
			expect((await answer(model, { temperature: 1, text: '아침에 뭘 하면 좋을까?' })).text).toBe(alone.text);
		},
	},
	overflow: {
		title: 'refuses a prompt that does not fit, with a typed error, and goes on',
		check: async ({ model }) => {
			const error = await answer(model, { text: '물 마시기 '.repeat(20_000) }).then(
				() => undefined,
				(reason: unknown) => reason,
			);
			expect(error).toBeInstanceOf(EngineError);
			expect(error).toMatchObject({ failure: 'context-overflow' });
			expect((await answer(model)).ends).toBe(1);
		},
	},
};

function rawOf(model: LoadedModel, skip: Checked['skip']): RawModel {
	return model.kind === 'raw' ? model : skip('the engine renders and reads by itself');
}

/** A model that is forced to speak before it calls. */
function callingModel(model: LoadedModel, skip: Checked['skip']): { readonly raw: RawModel; readonly grammar: string } {
	const raw = rawOf(model, skip);
	if (!raw.grammar) skip('the engine takes no grammar, so it cannot be made to call');
	const call = dialectNamed(dialectOf(raw)).callGrammar(CONTRACT_TOOL);
	return { raw, grammar: `root ::= "물을 마셔요. " called\n${call.replace(/^root ::=/m, 'called ::=')}` };
}

async function prefixedCall(model: LoadedModel, skip: Checked['skip']): Promise<readonly GenerationEvent[]> {
	if (model.kind === 'chat') return Array.fromAsync(ask(model) as AsyncIterable<GenerationEvent>);
	const { raw, grammar } = callingModel(model, skip);
	const made: RawModel = {
		...raw,
		completer: { complete: (request) => raw.completer.complete({ ...request, grammar }) },
	};
	const conversation = openConversation(made, dialectOf(raw), conversationOptions({ maxTokens: 96 }));
	return Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '물 마시기 습관을 추가해 줘' }));
}

import { expect } from 'vitest';
import { EngineError } from '../../base/errors.ts';
import type { Fact } from './contract-fact.ts';
import { answer, ask, endless, read } from './contract-request.ts';

/** Long enough that an abort comes before the end. */
const MANY_TOKENS = 1500;

export type EndingFact =
	| 'aborted-before'
	| 'aborted'
	| 'deadline'
	| 'left-early'
	| 'in-turn'
	| 'disposed-at-work'
	| 'disposed-twice';

/** How generations and models end early, and the state of the engine after that. */
export const ENDING_FACTS: Readonly<Record<EndingFact, Fact>> = {
	'aborted-before': {
		title: 'ends a request that was aborted before it began, without generating',
		check: async ({ model }) => {
			const got = await answer(model, { signal: AbortSignal.abort() });
			expect(got).toMatchObject({ text: '', finish: { unified: 'aborted' } });
		},
	},
	aborted: {
		title: 'ends an aborted generation with finish aborted, and can go on',
		check: async ({ model }) => {
			const controller = new AbortController();
			const events = ask(model, { maxTokens: MANY_TOKENS, signal: controller.signal, ...endless(model) });
			const got = await read(events, () => controller.abort());
			expect(got.finish.unified).toBe('aborted');
			expect((await answer(model)).finish.unified).not.toBe('aborted');
		},
	},
	deadline: {
		title: 'ends a generation at its deadline, with finish deadline, and can go on',
		check: async ({ model }) => {
			const got = await answer(model, { maxTokens: MANY_TOKENS, deadlineMs: 1, ...endless(model) });
			expect(got.finish.unified).toBe('deadline');
			expect((await answer(model)).finish.unified).not.toBe('deadline');
		},
	},
	'left-early': {
		title: 'can go on when a reader leaves a generation early',
		check: async ({ model }) => {
			const before = await answer(model);
			for await (const _event of ask(model, { maxTokens: MANY_TOKENS, ...endless(model) })) break;
			expect((await answer(model)).text).toBe(before.text);
		},
	},
	'in-turn': {
		title: 'works off generations that are asked at the same time one after the other',
		check: async ({ model }) => {
			const alone = await answer(model);
			const [one, two] = await Promise.all([answer(model), answer(model)]);
			expect([one.text, two.text]).toEqual([alone.text, alone.text]);
		},
	},
	'disposed-at-work': {
		title: 'ends a generation that is disposed of under way, and refuses the next',
		check: async ({ load }) => {
			const model = await load();
			let disposal: Promise<void> | undefined;
			const events = ask(model, { maxTokens: MANY_TOKENS, ...endless(model) });
			const got = await read(events, () => {
				disposal ??= model.dispose();
			});
			await disposal;
			expect(got.finish.unified).toBe('aborted');
			await expect(answer(model)).rejects.toBeInstanceOf(EngineError);
		},
	},
	'disposed-twice': {
		title: 'can be disposed of twice',
		check: async ({ load }) => {
			const model = await load();
			await model.dispose();
			await expect(model.dispose()).resolves.toBeUndefined();
		},
	},
};

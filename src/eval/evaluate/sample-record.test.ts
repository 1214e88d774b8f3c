import { describe, expect, it } from 'vitest';
import { ChatSessionController } from '../../chat/session.ts';
import type { GenerationRecord } from '../../model/generation.ts';
import { appDouble } from '../../testing/doubles/app-double.ts';
import { ScriptedConversation } from '../../testing/doubles/scripted-conversation.ts';
import { suiteDouble } from '../../testing/doubles/suite-double.ts';
import { logSchemaAccepts } from '../../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../../testing/run-settings-fixture.ts';
import { evaluateScripted } from '../../testing/scripted-evaluation.ts';
import { declareTool, ToolRegistry } from '../../tool/declaration.ts';
import { ToolDispatcher } from '../../tool/dispatcher.ts';
import { solveAppTurn } from '../define/app-turn.ts';
import { planRun } from '../plan.ts';
import type { SampleResult } from '../sample.ts';
import type { SolveContext, Solver } from '../suite.ts';
import { evaluatePlan } from './evaluate-plan.ts';

const SCRIPT = [[{ text: '네.' }], [{ call: 'search_catalog' }], [{ text: '찾았어요.' }], [{ text: '좋아요.' }]];
const TEXTS = ['안녕', '찾아 줘', '고마워'];

const record = (totalMs: number): GenerationRecord => ({
	promptText: '',
	pieces: [],
	pieceAtMs: [],
	events: [],
	finish: { unified: 'stop', raw: '' },
	usage: {},
	timings: { source: 'engine', totalMs },
});

/** Evaluates one sample over one script, whatever conversations it opens. */
async function sampleOf(solve: Solver): Promise<SampleResult> {
	const suite = suiteDouble(['a'], solve);
	let said = 0;
	const plan = planRun([suite], runSettingsFixture(), { grammar: true }).flatMap(({ samples }) => samples);
	const [sample] = await Array.fromAsync(
		evaluatePlan({
			plan,
			app: appDouble(),
			settings: runSettingsFixture(),
			openConversation: ({ onGeneration }) => {
				const scripted = new ScriptedConversation(SCRIPT.slice(said));
				return {
					async *sendChatTurn(input, options) {
						said += 1;
						yield* scripted.sendChatTurn(input, options);
						onGeneration?.(record(said));
					},
				};
			},
		}),
	);
	if (sample === undefined) throw new Error('no sample');
	return sample;
}

/** As an app's own chat does it: one session over one conversation. */
const oneSession: Solver = async (_sample, context) => {
	const { tools } = context.app.open();
	const chat = new ChatSessionController<undefined>({
		conversation: context.openConversation({ tools: tools.map((tool) => declareTool(tool)) }),
		dispatcher: new ToolDispatcher(new ToolRegistry(tools)),
		deps: undefined,
		policy: context.policy,
	});
	for (const text of TEXTS) {
		await chat.userTurn(text);
		await new Promise((resolve) => setTimeout(resolve, 2));
	}
	return { messages: chat.state.messages, facts: {} };
};

describe('the user turns of a sample', () => {
	it('have times of their own that cover the sample', async () => {
		const { timings, ...sample } = await sampleOf(oneSession);
		expect(timings.userTurns?.map(({ generations }) => generations)).toEqual([1, 2, 1]);
		const whole = timings.userTurns?.reduce((sum, { endToEndMs }) => sum + endToEndMs, 0);
		expect(whole).toBeCloseTo(timings.endToEndMs, 6);
		expect(Math.min(...(timings.userTurns ?? []).map(({ endToEndMs }) => endToEndMs))).toBeGreaterThan(1);
		expect(logSchemaAccepts({ timings, ...sample })).toBe(true);
	});

	it('are separate also in conversations of their own', async () => {
		const { timings } = await sampleOf(async (_sample, context) => {
			const solutions = [];
			for (const text of TEXTS) solutions.push(await solveAppTurn(text, context));
			return { messages: solutions.flatMap(({ messages }) => messages), facts: {} };
		});
		expect(timings.userTurns?.map(({ generations }) => generations)).toEqual([1, 2, 1]);
	});

	it('are one if the user spoke once, however often a suggestion was retried', async () => {
		const once = await sampleOf(({ input }, context) => solveAppTurn(input, context));
		expect(once.timings.userTurns).toBeUndefined();
		const again = await sampleOf(async ({ input }, context) => {
			await solveAppTurn(`${input}?`, context);
			await solveAppTurn(`${input}??`, context);
			return { messages: [{ role: 'user', text: input }], facts: {} };
		});
		expect(again.transcript.generations).toHaveLength(3);
		expect(again.timings.userTurns).toBeUndefined();
	});
});

const app = appDouble();
const sample = { id: 'a', input: 'input of a', system: 'of the row' };

/** A suite with a conversation under each of these, in order. */
function asking(...systems: readonly (string | undefined)[]): ReturnType<typeof suiteDouble> {
	return suiteDouble(['a'], async ({ input }, { openConversation }: SolveContext) => {
		for (const system of systems) {
			const conversation = openConversation({ tools: [], system });
			for await (const _ of conversation.sendChatTurn({ type: 'user', text: input }));
		}
		return { messages: [], facts: {} };
	});
}

const SAID = [{ text: 'ok' }];

it.each<readonly [string, readonly (string | undefined)[], string | RegExp | undefined]>([
	["the app's", [app.system], 'app'],
	["the row's", ['of the row'], 'row'],
	['none', [undefined], 'none'],
	['its own, by its hash', ['Answer in one word.'], /^[0-9a-f]{64}$/u],
	['that of what it opens first', [app.system, 'of what was said'], 'app'],
	['nothing, where nothing is asked', [], undefined],
])('a sample logs that its system prompt is %s', async (_, systems, expected) => {
	const { system } = await evaluateScripted(asking(...systems), sample, [SAID, SAID]);
	if (expected instanceof RegExp) expect(system).toMatch(expected);
	else expect(system).toBe(expected);
});

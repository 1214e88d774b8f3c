import { z } from 'zod';
import { ConfigError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import { defineSuite, type SuiteDefinition, type SuiteKind } from '../../src/eval/define/define-suite.ts';
import type { Samples } from '../../src/eval/define/suite-options.ts';
import type { Scorer, Solution, SolveContext } from '../../src/eval/suite.ts';
import type { ToolDeclaration } from '../../src/model/conversation.ts';
import { declareTool } from '../../src/tool/declaration.ts';
import { answerOf, judgeAssertion } from './judge.ts';
import { type AssertedSample, assertedSample } from './sample.ts';

export {
	ASSERTION_TYPES,
	type AssertedSample,
	type Assertion,
	type AssertionType,
	assertedSample,
	valueProblem,
} from './sample.ts';

/** Options of {@link assertionsSuite}. */
interface AssertionsSuiteOptions {
	/** Default `assertions`. */
	readonly name?: string;
	readonly corpus: Samples<AssertedSample>;
	/** Allows the code of `javascript` assertions to run (default false: refused). */
	readonly javascript?: boolean;
	/** Number of places in a promptfooconfig that could not be imported; the run warns. */
	readonly leftOut?: number;
}

/**
 * Whether the answer meets its assertions. One generation per prompt, with the app's tools declared and never run; a
 * sample has its own system prompt or none. Score: `passed`, all assertions hold; the reason is the type of the first
 * failed one. If all hold but others are unsupported, the sample is unscored.
 */
export function assertionsSuite({
	name = 'assertions',
	corpus,
	javascript = false,
	leftOut = 0,
}: AssertionsSuiteOptions): SuiteDefinition {
	return {
		name,
		build(context) {
			const tools = declaredTools(context.app);
			return defineSuite<AssertedSample>({
				name,
				version: '5',
				title: { en: 'Assertions', ko: '단언' },
				samples: corpus,
				schema: assertedSample,
				solve: askOnce,
				scorers: [passed(tools)],
				groups: ({ prompt }): Readonly<Record<string, string>> => (prompt === undefined ? {} : { prompt }),
				warnings: (samples) => {
					if (!javascript) refuseCode(name, samples);
					return leftOut === 0 ? [] : [message('run.promptfoo-left-out', { suite: name, n: leftOut })];
				},
				oneTurn: false,
			}).build(context);
		},
	};
}

function refuseCode(name: string, samples: readonly AssertedSample[]): void {
	const coded = samples.find(({ assert }) => assert.some(({ type }) => type.endsWith('javascript')));
	if (coded === undefined) return;
	throw new ConfigError(message('corpus.javascript', { suite: name, sample: coded.id }));
}

async function askOnce({ input, system }: AssertedSample, context: SolveContext): Promise<Solution> {
	const conversation = context.openConversation({
		system,
		tools: declaredTools(context.app),
	});
	let said = '';
	let called = false;
	const { signal } = context;
	for await (const event of conversation.sendChatTurn({ type: 'user', text: input }, signal && { signal })) {
		if (event.type === 'text') said += event.text;
		if (event.type === 'call') called = true;
	}
	const answered = called || said === '' ? [] : [{ role: 'model', text: said } as const];
	return { messages: [{ role: 'user', text: input }, ...answered], facts: {} };
}

function declaredTools(app: AppUnderTest): readonly ToolDeclaration[] {
	const session = app.open();
	try {
		return session.tools.map((tool) => declareTool(tool));
	} finally {
		session.close();
	}
}

function passed(tools: readonly ToolDeclaration[]): Scorer<AssertedSample> {
	return {
		name: 'passed',
		title: { en: 'all assertions pass', ko: '모든 단언 통과' },
		main: true,
		score(sample, turn) {
			const answer = answerOf(turn);
			for (const assertion of sample.assert) {
				const { pass, detail } = judgeAssertion(assertion, answer, { sample, tools });
				if (!pass)
					return {
						value: false,
						reason: assertion.type,
						detail: typeof detail === 'string' ? detail.slice(0, 300) : detail,
					};
			}
			const { refused = [] } = sample;
			// An unsupported assertion might fail.
			if (refused.length > 0)
				return { unscored: 'not-applicable', detail: message('score.not-judged', { list: refused }) };
			return true;
		},
	};
}

/** `kind: assertions` of a config. */
export const assertionsKind: SuiteKind<AssertionsSuiteOptions & { readonly corpus: string }> = {
	kind: 'assertions',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: assertions)."),
		corpus: z.string().min(1).describe('Samples: a JSONL, JSON or YAML file with id, input and assert.'),
		leftOut: z
			.int()
			.min(1)
			.optional()
			.describe('Number of places of the promptfooconfig that were not imported; runs warn about them.'),
		javascript: z.boolean().optional().describe('Whether code of javascript assertions may run (default: no).'),
	}),
	create: assertionsSuite,
};

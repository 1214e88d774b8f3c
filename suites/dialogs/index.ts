import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { type AnsweredCall, DIALOG_TURNS, type DialogSample, readTool } from '../../src/benchmarks/dialog-sample.ts';
import type { ChatMessage } from '../../src/chat/turn-loop.ts';
import { camelFields, idField, parseJsonCorpus, splitField } from '../../src/corpus/corpus-text.ts';
import { defineSuite, type SuiteDefinition, type SuiteKind } from '../../src/eval/define/define-suite.ts';
import type { Samples } from '../../src/eval/define/suite-options.ts';
import { expectedCallSchema } from '../../src/eval/match/calls.ts';
import type { Solution, SolveContext } from '../../src/eval/suite.ts';
import type { HistoryMessage, ToolDeclaration, ToolResponse, TurnInput } from '../../src/model/conversation.ts';
import { givenOptions } from '../../src/text/given-options.ts';
import { declareSchema } from '../../src/tool/declaration.ts';
import { dialogScorers } from './scorers.ts';

export type { DialogSample } from '../../src/benchmarks/dialog-sample.ts';

/** Options of {@link dialogsSuite}. */
export interface DialogsSuiteOptions {
	/** Default `dialogs`. */
	readonly name?: string;
	readonly corpus: Samples<DialogSample>;
	/** File of the tools that samples name. */
	readonly tools?: string;
	/** File with the system prompt; default: the app's. */
	readonly system?: string;
	/** Default `korean`. */
	readonly strings?: 'korean' | 'spaceless';
}

/**
 * Whether the model calls, asks, reports or stays silent as the dialog requires, with the sample's tools. One
 * generation per sample. Scores: `correct`, the same by kind of turn (`call`, `slot`, `completion`, `relevance`),
 * `silent` and `firstTool`; facets by arguments of the call and number of tools.
 */
export function dialogsSuite(options: DialogsSuiteOptions): SuiteDefinition {
	const {
		name = 'dialogs',
		corpus,
		tools: file,
		system,
		strings = 'korean',
	} = givenOptions(options, 'dialogsSuite', KNOWN);
	return {
		name,
		build(context) {
			const list = file === undefined ? undefined : context.readText(file);
			const prompt = system === undefined ? undefined : context.readText(system);
			const named = list === undefined ? [] : parseJsonCorpus(list.text, String(file), toolList).map(readTool);
			const toolsOf = toolFinder(named);
			return defineSuite<DialogSample>({
				name,
				version: '11',
				title: { en: 'Tool dialogs', ko: '도구 대화' },
				view: 'dialogs',
				samples: corpus,
				schema: dialogSample.refine(
					({ tools }) => tools.every((tool) => typeof tool !== 'string' || named.some((one) => one.name === tool)),
					{ path: ['tools'], error: 'names a tool that the file of tools does not have' },
				),
				solve: (sample, solving) =>
					solveDialogTurn(sample, prompt?.text ?? solving.app.system, declared(toolsOf(sample)), solving),
				scorers: dialogScorers({ strings, toolsOf }),
				groups,
				facets: FACETS,
				files: [list?.identity, prompt?.identity].filter((identity) => identity !== undefined),
				settings: { strings },
				needsHistory: true,
				usesApp: prompt === undefined,
			}).build(context);
		},
	};
}

const toolList = z.array(z.json());

const FACETS = {
	arguments: { title: { en: 'arguments', ko: '인자 수' } },
	tools: { title: { en: 'tools shown', ko: '도구 수' } },
	distractors: {
		title: { en: 'other tools', ko: '함께 제공한 도구' },
		values: { close: { en: 'close', ko: '비슷한 도구' }, random: { en: 'random', ko: '무관한 도구' } },
	},
	category: { title: { en: 'category', ko: '분류' } },
} as const;

/** Arguments of the expected call, or of the one with most. */
function groups({ tools, expected, distractors, category }: DialogSample): Readonly<Record<string, string>> {
	const counts = expected.map((call) => Object.keys(call.arguments).length);
	return {
		...(counts.length > 0 && { arguments: String(Math.max(...counts)) }),
		tools: String(tools.length),
		...(distractors !== undefined && { distractors }),
		...(category !== undefined && { category }),
	};
}

function toolFinder(named: readonly ToolDeclaration[]): (sample: DialogSample) => readonly ToolDeclaration[] {
	const byName = new Map(named.map((tool) => [tool.name, tool]));
	return ({ tools }) => tools.flatMap((tool) => (typeof tool === 'string' ? (byName.get(tool) ?? []) : tool));
}

/** In the words of Gemma's templates. */
function declared(tools: readonly ToolDeclaration[]): readonly ToolDeclaration[] {
	return tools.map((tool) => ({ ...tool, parameters: declareSchema(tool.parameters) }));
}

const KNOWN: Readonly<Record<keyof DialogsSuiteOptions, true>> = {
	name: true,
	corpus: true,
	tools: true,
	system: true,
	strings: true,
};

/** Requests only the next generation of the dialog; calls are judged and not answered. */
async function solveDialogTurn(
	sample: DialogSample,
	system: string,
	tools: readonly ToolDeclaration[],
	{ openConversation, signal }: SolveContext,
): Promise<Solution> {
	const { input, history = [], called } = sample;
	const conversation = openConversation({
		system: sample.system ?? system,
		tools,
		history: called === undefined ? history : [...history, ...callMessages(input, called)],
	});
	const turn: TurnInput =
		called === undefined ? { type: 'user', text: input } : { type: 'tool-results', results: called.map(response) };
	const messages: ChatMessage[] = [{ role: 'user', text: input }];
	let text = '';
	for await (const event of conversation.sendChatTurn(turn, signal === undefined ? {} : { signal })) {
		if (event.type === 'text') text += event.text;
		if (event.type === 'malformed') messages.push({ role: 'malformed-call', reason: event.reason, raw: event.raw });
	}
	if (text.trim() !== '') messages.push({ role: 'model', text });
	return { messages, facts: {} };
}

function callMessages(input: string, called: readonly AnsweredCall[]): readonly HistoryMessage[] {
	return [
		{ role: 'user', content: input },
		{
			role: 'assistant',
			content: '',
			tool_calls: called.map(({ tool, arguments: args }, index) => {
				return { id: idOf(index), type: 'function', function: { name: tool, arguments: args } };
			}),
		},
	];
}

function response({ tool, arguments: args, response: content }: AnsweredCall, index: number): ToolResponse {
	return { call: { id: idOf(index), name: tool, arguments: args, raw: '', repairs: [] }, response: content };
}

/** An id that no call of a history has. */
function idOf(index: number): string {
	return `asked-${index}`;
}

const object = z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>;
const name = z.string().min(1).max(200);
const text = z.string().max(200_000);

const tool: z.ZodType<ToolDeclaration> = z.strictObject({ name, description: text, parameters: object });
const message: z.ZodType<HistoryMessage> = z.discriminatedUnion('role', [
	z.strictObject({ role: z.literal('user'), content: text.min(1) }),
	z.strictObject({
		role: z.literal('assistant'),
		content: text,
		tool_calls: z
			.array(
				z.strictObject({
					id: name,
					type: z.literal('function'),
					function: z.strictObject({ name, arguments: object }),
				}),
			)
			.optional(),
	}),
	z.strictObject({ role: z.literal('tool'), tool_call_id: name, name, content: object }),
]) as z.ZodType<HistoryMessage>;
const possible = z.strictObject({
	tool: name,
	arguments: z.record(z.string(), z.array(z.json() as z.ZodType<JsonValue>)),
});

export const dialogSample: z.ZodType<DialogSample> = z.preprocess(
	camelFields,
	z
		.strictObject({
			id: idField,
			split: splitField,
			turn: z.enum(DIALOG_TURNS),
			system: text.optional(),
			tools: z
				.array(z.union([name, tool]))
				.min(1)
				.max(200),
			history: z.array(message).optional(),
			input: text.min(1),
			called: z
				.array(z.strictObject({ tool: name, arguments: object, response: object }))
				.min(1)
				.optional(),
			expected: z.array(expectedCallSchema).default([]),
			order: z.enum(['given', 'any']).optional(),
			possible: z.union([z.literal('any'), z.array(possible).min(1)]).optional(),
			answer: z.array(z.array(name).min(1)).optional(),
			category: name.optional(),
			distractors: z.enum(['close', 'random']).optional(),
		})
		.refine(({ turn, expected, possible: or }) => (turn === 'call') === (expected.length > 0 || or !== undefined), {
			path: ['expected'],
			error: 'must have the right calls for a turn of kind call, and none for other kinds',
		}),
) as z.ZodType<DialogSample>;

/** `kind: dialogs` of a config. */
export const dialogsKind: SuiteKind<DialogsSuiteOptions & { readonly corpus: string }> = {
	kind: 'dialogs',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: dialogs)."),
		corpus: z
			.string()
			.min(1)
			.describe('Turns of dialogs: a JSONL, JSON or YAML file with id, turn, tools, history, input, expected, answer.'),
		tools: z.string().min(1).optional().describe('JSON file of the tools that samples name (OpenAI functions).'),
		system: z.string().min(1).optional().describe("File with the system prompt (default: the app's)."),
		strings: z
			.enum(['korean', 'spaceless'])
			.optional()
			.describe('How texts of arguments are compared (default: korean); spaceless as in FunctionChat-Bench.'),
	}),
	create: dialogsSuite,
};

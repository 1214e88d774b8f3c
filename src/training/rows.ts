import { UsageError } from '../base/errors.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject, sha256 } from '../base/json.ts';
import { message } from '../base/message.ts';
import type { DialogSample } from '../benchmarks/dialog-sample.ts';
import { ENGINE_DIALECT, openConversation } from '../dialects/conversation/open-conversation.ts';
import { dialectNamed } from '../dialects/dialects.ts';
import { withTrigger } from '../dialects/prompt/renderer.ts';
import { mainScore } from '../eval/header.ts';
import { type ExpectedCall, matchCall } from '../eval/match/calls.ts';
import { ANYTHING } from '../eval/match/values.ts';
import { scoreNamed } from '../eval/sample.ts';
import type { ExpectingSample } from '../eval/scoring/calls.ts';
import { type Suite, toolCount } from '../eval/suite.ts';
import { toolCalls, turnOf } from '../eval/turn.ts';
import type { Log, LogSample } from '../log/record.ts';
import type { HistoryMessage, ToolDeclaration } from '../model/conversation.ts';
import type { RawModel } from '../model/runner.ts';
import { sameKeys, sameText } from '../text/same-text.ts';
import { declareSchema } from '../tool/declaration.ts';
import type { SplitSample } from './split.ts';

export type TrainingFormat = 'trl' | 'mobile-actions' | 'text';

/** Why a row of dev leaves for no training file. */
export type LeftOut = 'any-value' | 'no-reply' | 'test-row' | 'other-prompt';

export interface TrainingRows {
	readonly rows: readonly JsonObject[];
	/** Rows of dev that the run got wrong, or all of them. */
	readonly asked: number;
	readonly leftOut: ReadonlyMap<LeftOut, number>;
}

interface Exported {
	readonly format: TrainingFormat;
	/** Also rows that the run got right. */
	readonly all: boolean;
	readonly system: string;
	readonly tools: readonly ToolDeclaration[];
}

/** Of `dialogs` with its own prompt and tools. */
type Row = ExpectingSample &
	SplitSample &
	Partial<Pick<DialogSample, 'system' | 'history' | 'called'>> & {
		readonly reply?: string;
		readonly tools?: readonly ToolDeclaration[];
	};

/** A generation to learn: calls, or text where none is right, after what was called and answered before. */
interface Lesson {
	readonly calls: readonly ExpectedCall[];
	readonly reply?: string;
	readonly before: readonly { readonly call: ExpectedCall; readonly response: JsonValue }[];
}

/** The rows of dev that a run got wrong, as a tuning reads them. Throws UsageError for `text` of an engine that renders itself. */
export async function trainingRows(log: Log, suite: Suite, exported: Exported): Promise<TrainingRows> {
	const { format, all } = exported;
	const { dialect: name = ENGINE_DIALECT } = log.header.settings;
	if (format === 'text' && (log.header.template === undefined || name === ENGINE_DIALECT))
		throw new UsageError(message('export.not-raw', { engine: log.header.engine.runner }));
	const rows = suite.samples as readonly Row[];
	const isTest = testRows(rows.filter(({ split }) => split === 'test').map(({ input }) => input));
	const leftOut = new Map<LeftOut, number>();
	const written: JsonObject[] = [];
	let asked = 0;
	const logged = log.header.suites.find((one) => one.name === suite.name);
	const main = logged && mainScore(logged);
	const asApp = log.samples.filter(
		({ suite: of, variant }) => of === suite.name && toolCount(suite, variant) === undefined,
	);
	for (const row of rows.filter(({ split }) => split === 'dev')) {
		const samples = asApp.filter(({ sampleId }) => sampleId === row.id);
		const sample = samples.find((one) => scoreNamed(one, main)?.value === false) ?? (all ? samples[0] : undefined);
		if (sample === undefined && !all) continue;
		asked += 1;
		const made = isTest(row.input) ? 'test-row' : await rowsOf(row, sample, log, exported);
		if (typeof made === 'string') leftOut.set(made, (leftOut.get(made) ?? 0) + 1);
		else written.push(...made);
	}
	return { rows: written, asked, leftOut };
}

/** Whether a text says what a test row says. */
function testRows(inputs: readonly string[]): (input: string) => boolean {
	const byKey = Map.groupBy(
		inputs.flatMap((input) => sameKeys(input).map((key) => ({ key, input }))),
		({ key }) => key,
	);
	return (input) => sameKeys(input).some((key) => byKey.get(key)?.some((one) => sameText(one.input, input)) === true);
}

async function rowsOf(
	row: Row,
	sample: LogSample | undefined,
	log: Log,
	{ format, ...app }: Exported,
): Promise<readonly JsonObject[] | LeftOut> {
	const { system = app.system, history = [], input } = row;
	const tools = row.tools?.map((tool) => ({ ...tool, parameters: declareSchema(tool.parameters) })) ?? app.tools;
	const all = lessonsOf(row, sample);
	if (all.length === 0) return 'no-reply';
	const lessons = all.filter(({ calls }) => !calls.some((call) => holdsAnything(call.arguments)));
	if (lessons.length === 0) return 'any-value';
	const { dialect: name = ENGINE_DIALECT } = log.header.settings;
	const dialect = name === ENGINE_DIALECT ? undefined : dialectNamed(name);
	if (format !== 'text') {
		const said = dialect === undefined ? system : (withTrigger(dialect, system, tools.length) ?? '');
		return lessons.map((lesson) => chatRow(format, lesson, { system: said, tools, history, input }));
	}
	if (sample === undefined || dialect?.writeCall === undefined) return 'other-prompt';
	const first = await firstPrompt(log, { system, tools, history, input });
	const { generations } = sample.transcript;
	const shared = first.slice(0, Math.max(0, first.length - (generations[0]?.promptTail?.length ?? first.length)));
	const written: JsonObject[] = [];
	for (const { calls, reply, before } of lessons) {
		const generation = generations[before.length];
		const prompt = before.length === 0 ? first : `${shared}${generation?.promptTail}`;
		if (generation?.promptSha256 !== (await sha256(prompt))) return 'other-prompt';
		const called = calls.map((call) => dialect.writeCall?.(call.tool, call.arguments)).join('');
		const [close = ''] = dialect.stops;
		written.push({
			prompt,
			completion: reply === undefined ? called + (dialect.stops.at(-1) ?? close) : reply + close,
		});
	}
	return written;
}

/** One generation for parallel calls; of a chain each further one only where the run had the right response before it. */
function lessonsOf({ expected, order, reply, called = [] }: Row, sample: LogSample | undefined): readonly Lesson[] {
	if (expected.length === 0) return reply === undefined ? [] : [{ calls: [], reply, before: [] }];
	if (order !== 'given' || expected.length === 1)
		return [{ calls: expected, before: called.map(({ response, ...call }) => ({ call, response })) }];
	const turn = sample && turnOf(sample.transcript);
	const made = turn === undefined ? [] : toolCalls(turn);
	const right = expected.map((call, at) => {
		const one = made[at];
		const isRight = one?.result.type === 'ok' && matchCall(call, one.call, { defaults: turn?.defaults }) === undefined;
		return isRight && one.result.type === 'ok' ? { call, response: one.result.data } : undefined;
	});
	return expected.flatMap((call, at) => {
		const before = right.slice(0, at).filter((one) => one !== undefined);
		return before.length < at ? [] : [{ calls: [call], before }];
	});
}

function holdsAnything(value: JsonValue): boolean {
	if (Array.isArray(value)) return value.some(holdsAnything);
	return isJsonObject(value) ? Object.values(value).some(holdsAnything) : value === ANYTHING;
}

interface Asked {
	readonly system: string;
	readonly tools: readonly ToolDeclaration[];
	readonly history: readonly HistoryMessage[];
	readonly input: string;
}

function chatRow(
	format: 'trl' | 'mobile-actions',
	{ calls, reply, before }: Lesson,
	{ system, tools, history, input }: Asked,
): JsonObject {
	const isTrl = format === 'trl';
	const type: JsonObject = isTrl ? { type: 'function' } : {};
	const called = ({ tool, arguments: given }: ExpectedCall): JsonObject => ({
		...type,
		function: { name: tool, arguments: given },
	});
	const asks = (made: readonly ExpectedCall[]): JsonObject => ({
		role: 'assistant',
		...(isTrl && { content: '' }),
		tool_calls: made.map(called),
	});
	const messages: readonly JsonObject[] = [
		...(system === '' ? [] : [{ role: isTrl ? 'system' : 'developer', content: system }]),
		...(history as readonly object[] as readonly JsonObject[]).map(({ content = '', ...said }) => ({
			...said,
			content: typeof content === 'string' ? content : JSON.stringify(content),
		})),
		{ role: 'user', content: input },
		...before.flatMap(({ call, response }) => [
			asks([call]),
			{ role: 'tool', name: call.tool, content: JSON.stringify(response) },
		]),
		reply === undefined ? asks(calls) : { role: 'assistant', content: reply },
	];
	const declared = tools.map(({ name, description, parameters }): JsonObject => {
		const shown = isTrl ? parameters : (inCapitals(parameters) as JsonObject);
		return { ...type, function: { name, description, parameters: shown } };
	});
	return isTrl ? { messages, tools: declared } : { metadata: 'train', tools: declared, messages };
}

/** Types of a schema as Google writes them. */
function inCapitals(schema: JsonValue): JsonValue {
	if (!isJsonObject(schema)) return schema;
	return Object.fromEntries(
		Object.entries(schema).map(([keyword, value]) => {
			if (keyword === 'type' && typeof value === 'string') return [keyword, value.toUpperCase()];
			if (keyword === 'properties' && isJsonObject(value))
				return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inCapitals(one)]))];
			return [keyword, keyword === 'items' ? inCapitals(value) : value];
		}),
	);
}

/** The prompt that the model read first, by the log's template. */
async function firstPrompt({ header }: Log, { system, tools, history, input }: Asked): Promise<string> {
	const { template, settings, model, engine } = header;
	let prompt = '';
	const silent = {
		kind: 'raw',
		identity: model,
		engine,
		chatTemplate: template?.source ?? '',
		bosToken: template?.bosToken ?? '',
		eosToken: template?.eosToken ?? '',
		addsBos: template?.addsBos,
		completer: {
			async *complete({ parts }: { readonly parts: readonly { readonly text: string }[] }) {
				prompt = parts.map(({ text }) => text).join('');
				yield { type: 'end', finish: { unified: 'stop', raw: 'eos' }, usage: {}, source: 'wall-clock', totalMs: 0 };
			},
		},
	} as unknown as RawModel;
	const { temperature = 0, reading = 'lenient', thinking = 'off', maxTokens = 1 } = settings;
	const asking = {
		system: system === '' ? undefined : system,
		tools,
		history,
		reading,
		thinking,
		maxTokens,
		sampling: { temperature, seed: 1 },
		deadlineMs: 1,
	};
	const talk = openConversation(silent, settings.dialect ?? '', asking);
	for await (const _ of talk.sendChatTurn({ type: 'user', text: input }));
	return prompt;
}

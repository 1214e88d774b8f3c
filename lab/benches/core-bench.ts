import { Bench } from 'tinybench';
import { habitCoach } from '../../app/habit-coach/index.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { ChatSessionController } from '../../src/chat/session.ts';
import { gemma4 } from '../../src/dialects/gemma4.ts';
import type { AppSession } from '../../src/eval/app.ts';
import { type FramePattern, parseFrameCandidates, type SuggestFrameInput } from '../../src/frame/candidates.ts';
import { buildFewShotPrompt } from '../../src/frame/prompt.ts';
import { validateFrameLevel } from '../../src/frame/validate.ts';
import type { TurnInput } from '../../src/model/conversation.ts';
import type { GenerationEvent, ToolCall } from '../../src/model/generation.ts';
import { ToolRegistry } from '../../src/tool/declaration.ts';
import { ToolDispatcher } from '../../src/tool/dispatcher.ts';

/** One function of the core, timed by tinybench. */
export interface CoreTiming {
	readonly name: string;
	readonly samples: number;
	/** Milliseconds a call. */
	readonly mean: number;
	readonly p50: number;
	readonly p99: number;
	/** What an app can afford, milliseconds; absent where nothing is budgeted. */
	readonly budgetMs?: number;
}

/** Times the functions that run beside every generation, on the project's own patterns and inputs. */
export async function benchCore(
	patterns: readonly FramePattern[],
	inputs: readonly SuggestFrameInput[],
	timeMs: number,
): Promise<readonly CoreTiming[]> {
	const bench = new Bench({ time: timeMs, warmupTime: timeMs / 5 });
	let turn = 0;
	const nextInput = (): SuggestFrameInput => inputs[turn++ % inputs.length] ?? { rawText: '', habitType: 'build' };
	bench.add('few-shot builder', () => void buildFewShotPrompt(nextInput(), patterns));
	bench.add('frame parser', () => void parseFrameCandidates(RESPONSE));
	bench.add(
		'frame validator',
		() => void validateFrameLevel({ level: 'L2', framedText: '술 생각이 나면 탄산수를 마신다' }, patterns),
	);
	bench.add('gemma4 dialect, one call in 40 chunks', () => {
		const parser = gemma4.parser('lenient');
		for (const chunk of CALL_CHUNKS) parser.push(chunk);
		parser.end();
	});
	await bench.run();
	const chat = await benchChat();
	return [...bench.tasks, ...chat.tasks].flatMap(({ name, result }) => {
		if (result.state !== 'completed') return [];
		const { samplesCount, mean, p50, p99 } = result.latency;
		const budgetMs = BUDGETS[name];
		return [{ name, samples: samplesCount, mean, p50, p99, budgetMs }];
	});
}

/** The app's side of a turn, with a new app for every call: a rule such as one entry a day refuses the second. */
async function benchChat(): Promise<Bench> {
	const bench = new Bench({ iterations: 100, time: 0, warmupIterations: 10, warmupTime: 0 });
	const coach = habitCoach();
	const add = (name: string, work: (dispatcher: ToolDispatcher<undefined>) => Promise<unknown>): void => {
		let app: AppSession | undefined;
		bench.add(name, async () => void (await work(new ToolDispatcher(new ToolRegistry(app?.tools ?? [])))), {
			beforeEach() {
				app = coach.open();
			},
			afterEach: () => app?.close(),
		});
	};
	for (const { name: toolName, arguments: rawArgs } of CALLS) {
		const call = { toolName, rawArgs, confirm: () => true, deps: undefined };
		add(`dispatcher, ${toolName}`, (dispatcher) => dispatcher.dispatch(call));
	}
	add('controller, a turn with two calls', (dispatcher) => {
		const conversation = { sendChatTurn: answer };
		const options = { conversation, dispatcher, deps: undefined, policy: 'push', confirm: () => true } as const;
		return new ChatSessionController<undefined>(options).userTurn('수면 습관 하나 추가해 줘');
	});
	await bench.run();
	return bench;
}

async function* answer({ type }: TurnInput): AsyncGenerator<GenerationEvent> {
	yield { type: 'text', text: '찾아볼게요.', atMs: 0 };
	if (type === 'user') for (const call of CALLS) yield { type: 'call', call, atMs: 0 };
}

const CALLS: readonly ToolCall[] = [
	{ id: '1', raw: '', name: 'search_catalog', arguments: { category: 'sleep' } },
	{
		id: '2',
		raw: '',
		name: 'add_habit',
		arguments: { protocol_id: 'sleep-1', frame_level: 'L2', framed_text: '양치를 하고 나서 불을 끈다' },
	},
];

/** Of a handler: seed 000 §8, "handler (<100ms)". */
const HANDLER_MS = 100;
const BUDGETS: Readonly<Record<string, number>> = {
	'few-shot builder': 5,
	'frame parser': 1,
	'dispatcher, search_catalog': HANDLER_MS,
	'dispatcher, add_habit': HANDLER_MS,
};

const RESPONSE: JsonObject = {
	candidates: [
		{ level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다', confidence: 0.9, source_pattern_id: 'break-01' },
		{ level: 'L3', framed_text: '나는 맑은 정신으로 잠드는 사람이다', confidence: 0.8 },
		{ level: 'L2', framed_text: '퇴근하고 나면 동네를 한 바퀴 걷는다' },
	],
};

const CALL =
	'수면 카탈로그를 찾아볼게요.<|tool_call>call:search_catalog{category:<|"|>sleep<|"|>,keyword:<|"|>숙면<|"|>}<tool_call|>';
const CALL_CHUNKS: readonly string[] = Array.from({ length: 40 }, (_, at) =>
	CALL.slice(Math.floor((at * CALL.length) / 40), Math.floor(((at + 1) * CALL.length) / 40)),
);

import { habitCoach } from '../../../app/habit-coach/index.ts';
import type { HabitFixture } from '../../../app/habit-coach/initial-habits.ts';
import type { Protocol } from '../../../app/habit-coach/protocol.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Dialect } from '../../../src/dialects/dialect.ts';
import { dialectNamed } from '../../../src/dialects/dialects.ts';
import type { AppSession } from '../../../src/eval/app.ts';
import type { ToolCall } from '../../../src/model/generation.ts';
import { ToolRegistry } from '../../../src/tool/declaration.ts';
import { ToolDispatcher } from '../../../src/tool/dispatcher.ts';
import { type ToolResult, toolResultToJson } from '../../../src/tool/tool.ts';
import type { Chance } from './chance.ts';

/** A stretch of a dialogue; the loss counts what the model is to say. */
export interface Segment {
	readonly text: string;
	readonly learn: boolean;
}

export interface PlannedCall {
	readonly name: string;
	readonly arguments: JsonObject;
	/** What the model writes instead of the right call. */
	readonly raw?: string;
}

/** Writes one dialogue with the app's own tools over a database of its own: what they answer is what they do. */
export class CoachDialogue {
	readonly segments: Segment[] = [];
	readonly #session: AppSession;
	readonly #dispatcher: ToolDispatcher<undefined>;
	readonly #dialect: Dialect = dialectNamed('gemma4');
	readonly #confirms: boolean;
	#calls = 0;

	constructor(catalog: readonly Protocol[], fixture: HabitFixture, confirms: boolean) {
		this.#session = habitCoach({ system: '', catalog, fixture }).open();
		this.#dispatcher = new ToolDispatcher(new ToolRegistry(this.#session.tools));
		this.#confirms = confirms;
	}

	user(text: string): void {
		this.segments.push({
			text: `${this.segments.length === 0 ? '' : '\n'}<|turn>user\n${text}<turn|>\n<|turn>model\n`,
			learn: false,
		});
	}

	say(text: string): void {
		this.segments.push({ text: `${text}<turn|>`, learn: true });
	}

	/** One generation: what it says first, its calls, and the answers the model then reads. */
	async call(prefix: string, planned: readonly PlannedCall[]): Promise<readonly ToolResult[]> {
		const raws = planned.map((call) => call.raw ?? writeCall(call));
		this.segments.push({ text: `${prefix}${raws.join('')}<|tool_response>`, learn: true });
		const results: ToolResult[] = [];
		const answers: { call: ToolCall; response: JsonObject }[] = [];
		for (const [index, call] of planned.entries()) {
			const result = await this.#dispatcher.dispatch({
				toolName: call.name,
				rawArgs: call.arguments,
				confirm: async () => this.#confirms,
				deps: undefined,
			});
			results.push(result);
			answers.push({
				call: {
					id: `call-${this.#calls++}`,
					name: call.name,
					arguments: call.arguments,
					raw: raws[index] ?? '',
					repairs: [],
				},
				response: toolResultToJson(result, call.name),
			});
		}
		const answer = this.#dialect.toolResponses(answers);
		this.segments.push({ text: answer.slice('<|tool_response>'.length), learn: false });
		return results;
	}

	close(): void {
		this.#session.close();
	}
}

/** The call in Gemma 4's own syntax: keys sorted, strings between quote tokens. */
export function writeCall({ name, arguments: args }: PlannedCall): string {
	return `<|tool_call>call:${name}${writeValue(args)}<tool_call|>`;
}

function writeValue(value: unknown): string {
	if (typeof value === 'string') return `<|"|>${value}<|"|>`;
	if (Array.isArray(value)) return `[${value.map(writeValue).join(',')}]`;
	if (typeof value !== 'object' || value === null) return String(value);
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([key, item]) => `${key}:${writeValue(item)}`).join(',')}}`;
}

/** The same call as small models now and then write it. */
export function damaged(call: PlannedCall, chance: Chance): PlannedCall {
	const right = writeCall(call);
	const raw = chance.pick([
		right.replaceAll('<|"|>', '"'),
		right.replace(`call:${call.name}`, `call:${call.name}:${call.name}`),
		right.replace('<|tool_call>call:', '<|tool_call>:'),
		right.replace('<tool_call|>', ''),
		right.replace('{', '{{').replace(/\}<tool_call\|>$/, '}}<tool_call|>'),
	]);
	return { ...call, raw };
}

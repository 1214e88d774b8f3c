import type { JsonObject } from '../../base/json.ts';
import type { Conversation, ToolResponse, TurnInput, TurnOptions } from '../../model/conversation.ts';
import type { Finish, GenerationEvent, MalformedReason, ToolCall } from '../../model/generation.ts';

/** An event of a scripted generation. `throws` and `finish` end it there; `waitFor` delays it. */
export type ScriptedEvent =
	| { readonly text: string }
	| { readonly thinking: string }
	| { readonly call: string; readonly arguments?: JsonObject }
	| { readonly malformed: string; readonly reason?: MalformedReason }
	| { readonly throws: unknown }
	| { readonly finish: Finish['unified'] }
	| { readonly waitFor: Promise<unknown> };

export type ScriptedGeneration = readonly ScriptedEvent[];

export interface ScriptedConversationOptions {
	/** Effect of an abort: end as `aborted` (default), throw an AbortError, or none. */
	readonly onAbort?: 'end' | 'throw' | 'ignore';
}

/**
 * Double of a {@link Conversation}: plays the script, whatever the input. Keeps a history as the port requires;
 * `violations` lists calls that the caller answered never, twice or out of order.
 */
export class ScriptedConversation implements Conversation {
	/** Every input in order, also of generations that threw. */
	readonly inputs: TurnInput[] = [];
	readonly violations: string[] = [];
	readonly #script: (generation: number) => ScriptedGeneration;
	readonly #onAbort: 'end' | 'throw' | 'ignore';
	#unanswered: readonly ToolCall[] = [];
	#nextCall = 0;

	/** A list of generations, or a function of the 0-based generation. Throws after the end of a list. */
	constructor(
		script: readonly ScriptedGeneration[] | ((generation: number) => ScriptedGeneration),
		options: ScriptedConversationOptions = {},
	) {
		this.#script = typeof script === 'function' ? script : (generation) => nextOf(script, generation);
		this.#onAbort = options.onAbort ?? 'end';
	}

	async *sendChatTurn(input: TurnInput, { signal }: TurnOptions = {}): AsyncGenerator<GenerationEvent, void, void> {
		const generation = this.inputs.push(input) - 1;
		this.#checkAnswers(input);
		const before = this.#unanswered;
		this.#unanswered = [];
		const calls: ToolCall[] = [];
		let atMs = 0;
		let finish: Finish['unified'] | undefined;
		try {
			for (const scripted of this.#script(generation)) {
				if (signal?.aborted && this.#onAbort === 'throw') throw new DOMException('aborted', 'AbortError');
				if (signal?.aborted && this.#onAbort === 'end') break;
				if ('throws' in scripted) throw scripted.throws;
				if ('finish' in scripted) {
					finish = scripted.finish;
					break;
				}
				if ('waitFor' in scripted) {
					await scripted.waitFor;
					continue;
				}
				const event = this.#toEvent(scripted, atMs++);
				if (event.type === 'call') calls.push(event.call);
				yield event;
			}
		} catch (thrown) {
			this.#unanswered = before;
			throw thrown;
		}
		this.#unanswered = calls;
		if (signal?.aborted && this.#onAbort !== 'ignore') finish = 'aborted';
		yield {
			type: 'end',
			finish: { unified: finish ?? (calls.length > 0 ? 'tool-call' : 'stop'), raw: 'scripted' },
			usage: {},
			timings: { source: 'wall-clock', totalMs: atMs },
		};
	}

	#checkAnswers(input: TurnInput): void {
		const answers: readonly ToolResponse[] = input.type === 'user' ? (input.unsent ?? []) : input.results;
		const expected = this.#unanswered.map((call) => call.id).join(' ');
		const given = answers.map((answer) => answer.call.id).join(' ');
		if (given !== expected) this.violations.push(`expected answers to [${expected}], got [${given}]`);
	}

	#toEvent(
		scripted: Exclude<ScriptedEvent, { throws: unknown } | { finish: unknown } | { waitFor: unknown }>,
		atMs: number,
	): GenerationEvent {
		if ('text' in scripted) return { type: 'text', text: scripted.text, atMs };
		if ('thinking' in scripted) return { type: 'thinking', text: scripted.thinking, atMs };
		if ('malformed' in scripted) {
			return { type: 'malformed', reason: scripted.reason ?? 'bad-arguments', raw: scripted.malformed, atMs };
		}
		const { arguments: args = {} } = scripted;
		const raw = `call:${scripted.call}${JSON.stringify(args)}`;
		const call: ToolCall = { id: `call-${this.#nextCall++}`, name: scripted.call, arguments: args, raw, repairs: [] };
		return { type: 'call', call, atMs };
	}
}

function nextOf(script: readonly ScriptedGeneration[], generation: number): ScriptedGeneration {
	const events = script[generation];
	if (events === undefined) throw new Error(`the script has ${script.length} generations, one more was requested`);
	return events;
}

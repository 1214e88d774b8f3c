import { EngineError } from '../../base/errors.ts';
import type { Conversation, ConversationOptions, TurnInput, TurnOptions } from '../conversation.ts';
import type { Finish, GenerationEvent, GenerationRecord } from '../generation.ts';
import { type HeldLimits, heldMeasures } from './held-measures.ts';
import { beforeEnd, type HeldEnd } from './one-end.ts';
import { OwnClock } from './own-clock.ts';
import { type End, type Recorded, recordOf, type SaidEvent } from './streamed-record.ts';
import { GRACE_MS, timely } from './timely.ts';
import { requireEvents, requireGenerationEvent, requireRecord, type Teller } from './told-events.ts';

/**
 * A conversation that gemmark did not write, held to what one is: its generations end at the deadline, at an abort and at
 * their most events, within `graceMs`, also where the engine does not: then with what it said so far, and what it records
 * later is not told. Any other is recorded once, and as it came in the stream; what it counts can be.
 */
export function timelyConversation(
	open: (options: ConversationOptions) => Conversation,
	options: ConversationOptions,
	teller: Teller,
	graceMs: number = GRACE_MS,
): Conversation {
	const { maxTokens, deadlineMs } = options;
	let isOver = false;
	let records: Recorded[] | undefined;
	const pass = (record: Recorded): void => {
		if (!(record instanceof EngineError)) options.onGeneration?.(record);
	};
	const conversation = open({
		...options,
		onGeneration(record) {
			if (isOver) return;
			const told = recorded(record, teller);
			if (records === undefined) pass(told);
			else records.push(told);
		},
	});
	return {
		reflectsAs: conversation.reflectsAs,
		async *sendChatTurn(input: TurnInput, turnOptions?: TurnOptions) {
			if (isOver) throw new EngineError('generation-timeout', 'the engine has not ended its last generation yet');
			const clock = new OwnClock();
			const held: HeldEnd<End> = {};
			const said: SaidEvent[] = [];
			const told: Recorded[] = [];
			records = told;
			try {
				const source = beforeEnd(
					required(
						requireEvents(conversation.sendChatTurn(input, turnOptions), 'sendChatTurn()', teller),
						clock,
						teller,
					),
					held,
					teller,
					graceMs,
				);
				const limits = { teller: teller.name, maxTokens, deadlineMs, graceMs, signal: turnOptions?.signal };
				const over = yield* timely(kept(source, said), limits, (event) => ({
					events: 1,
					chars: pieceOf(event).length,
				}));
				isOver = over !== undefined && held.end === undefined;
				const record =
					over !== undefined && held.end === undefined
						? cutRecord(said, over, clock.elapsedMs)
						: possible(recordOf(told, { said, end: held.end }, teller), { clock, maxTokens, teller });
				told.length = 0;
				records = undefined;
				// Before the end: whoever hears of it may read no further.
				pass(record);
				const { finish, usage, timings } = record;
				yield { type: 'end', finish, usage, timings };
			} finally {
				records = undefined;
				// Of a generation that failed, or was left, what its runner has of it.
				for (const record of told)
					if (!(record instanceof EngineError)) pass(possible(record, { clock, maxTokens, teller }));
			}
		},
	};
}

/** Its runner goes on: what is no record fails the generation at its end. */
function recorded(record: GenerationRecord, teller: Teller): Recorded {
	try {
		return requireRecord(record, teller);
	} catch (error) {
		if (error instanceof EngineError) return error;
		throw error;
	}
}

async function* required(
	events: AsyncIterable<GenerationEvent>,
	clock: OwnClock,
	teller: Teller,
): AsyncGenerator<GenerationEvent, void, undefined> {
	for await (const told of clock.watch(events)) {
		const event = requireGenerationEvent(told, teller);
		yield event.type === 'end' ? event : { ...event, atMs: clock.arrived(event.atMs) };
	}
}

async function* kept(events: AsyncIterable<SaidEvent>, said: SaidEvent[]): AsyncGenerator<SaidEvent, void, undefined> {
	for await (const event of events) {
		said.push(event);
		yield event;
	}
}

function possible(record: GenerationRecord, limits: HeldLimits): GenerationRecord {
	const { clock } = limits;
	const pieceAtMs = record.pieceAtMs.map((atMs) => clock.held(atMs));
	const events = record.events.map((event) =>
		event.type === 'end' ? event : { ...event, atMs: clock.held(event.atMs) },
	);
	return { ...record, pieceAtMs, events, ...heldMeasures(record, record.pieces.join(''), pieceAtMs, limits) };
}

function cutRecord(said: readonly SaidEvent[], finish: Finish, totalMs: number): GenerationRecord {
	return {
		pieces: said.map(pieceOf),
		pieceAtMs: said.map(({ atMs }) => atMs),
		events: said,
		finish,
		usage: {},
		timings: { source: 'wall-clock', totalMs },
	};
}

function pieceOf(event: SaidEvent): string {
	if (event.type === 'call') return event.call.raw;
	return event.type === 'malformed' ? event.raw : event.text;
}

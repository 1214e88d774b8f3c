import { EngineError } from '../../base/errors.ts';
import { thrownText } from '../../base/thrown.ts';
import { quoted, type Teller } from './told-events.ts';

/** The end of a generation, once it is told. */
export interface HeldEnd<End> {
	end?: End;
}

/**
 * The events before the end, which is held back until nothing comes behind it, for `graceMs` at most. Throws
 * {@link EngineError} where something does: which of the two the model made is not known.
 */
export async function* beforeEnd<Event extends { readonly type: string }>(
	source: AsyncIterable<Event>,
	held: HeldEnd<Extract<Event, { readonly type: 'end' }>>,
	teller: Teller,
	graceMs: number,
): AsyncGenerator<Exclude<Event, { readonly type: 'end' }>, void, undefined> {
	const events = source[Symbol.asyncIterator]();
	try {
		for (;;) {
			const next = held.end === undefined ? await events.next() : await behindEnd(events, teller, graceMs);
			if (next === undefined || next.done === true) return;
			const { value } = next;
			if (held.end !== undefined) {
				throw new EngineError(
					'contradictory',
					`${teller.name}: tells ${quoted(value)} behind the end of its generation`,
					{
						hint: 'A generation has one end, and it is last.',
					},
				);
			}
			if (isEnd(value)) held.end = value;
			else yield value as Exclude<Event, { readonly type: 'end' }>;
		}
	} finally {
		void Promise.resolve(events.return?.()).catch(() => undefined);
	}
}

function isEnd<Event extends { readonly type: string }>(
	event: Event,
): event is Extract<Event, { readonly type: 'end' }> {
	return event?.type === 'end';
}

/** An answer that was told whole is not lost with an engine that then hangs, or fails. */
async function behindEnd<Event>(
	events: AsyncIterator<Event>,
	teller: Teller,
	graceMs: number,
): Promise<IteratorResult<Event> | undefined> {
	const given = Promise.withResolvers<undefined>();
	const timer = setTimeout(given.resolve, graceMs, undefined);
	try {
		return await Promise.race([events.next(), given.promise]);
	} catch (thrown) {
		teller.leaveOut(
			'throws behind its end',
			`throws ${thrownText(thrown)} behind the end of a generation, whose answer stands`,
		);
		return undefined;
	} finally {
		clearTimeout(timer);
	}
}

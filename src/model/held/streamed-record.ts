import { EngineError } from '../../base/errors.ts';
import type { GenerationEvent, GenerationRecord } from '../generation.ts';
import { failed, quoted, type Teller } from './told-events.ts';

export type End = Extract<GenerationEvent, { readonly type: 'end' }>;
export type SaidEvent = Exclude<GenerationEvent, End>;

/** A generation as its stream told it. */
export interface Streamed {
	readonly said: readonly SaidEvent[];
	readonly end: End | undefined;
}

/** What `onGeneration` was told, or why that is no record. */
export type Recorded = GenerationRecord | EngineError;

/**
 * The one record of a generation that came to its end. Throws {@link EngineError}: `not-recorded` without one,
 * `contradictory` where there are several or it tells other than the stream, `generation-failed` for what is none.
 */
export function recordOf(told: readonly Recorded[], { said, end }: Streamed, { name }: Teller): GenerationRecord {
	if (end === undefined) throw failed(`${name}: its stream is over without an end`);
	const [record, ...more] = told;
	if (record === undefined) {
		throw new EngineError('not-recorded', `${name}: does not call onGeneration for a generation that ended`, {
			hint: HINT,
		});
	}
	if (more.length > 0) throw contradictory(`${name}: calls onGeneration ${told.length} times for one generation`);
	if (record instanceof EngineError) throw record;
	const { finish, events } = record;
	const ends = [end.finish.unified, finish.unified];
	if (ends[0] !== ends[1])
		throw contradictory(`${name}: its stream ends with ${ends[0]}, onGeneration with ${ends[1]}`);
	const [streamed, recorded] = [partsOf(said), partsOf(events)];
	const at = streamed.findIndex((part, index) => part.key !== recorded[index]?.key);
	if (at === -1 && streamed.length === recorded.length) return { ...record, usage: usageOf(end, record, name) };
	const apart = [streamed, recorded].map((parts) => shown(parts[at === -1 ? streamed.length : at]));
	throw contradictory(`${name}: its stream tells ${apart[0]} where onGeneration tells ${apart[1]}`);
}

/** What either tells; a count of both is the same. */
function usageOf(end: End, record: GenerationRecord, name: string): GenerationRecord['usage'] {
	const usage: { -readonly [Count in keyof GenerationRecord['usage']]: number } = { ...record.usage };
	for (const count of Object.keys(end.usage ?? {}) as (keyof typeof usage)[]) {
		const [streamed, recorded] = [end.usage[count], usage[count]];
		if (Object.is(streamed, recorded) || streamed === undefined) continue;
		if (recorded === undefined) usage[count] = streamed;
		else throw contradictory(`${name}: its stream ends with ${streamed} ${count}, onGeneration with ${recorded}`);
	}
	return usage;
}

const HINT = 'Call onGeneration once for each generation, with the events that were yielded.';

function contradictory(message: string): EngineError {
	return new EngineError('contradictory', message, { hint: HINT });
}

/** A stretch of text, or a call; `key` is equal where nothing but white space differs. */
interface Part {
	readonly key: string;
	readonly said: string;
}

/** Thoughts may be told in one place only: they are no part of an answer. */
function partsOf(events: readonly GenerationEvent[]): readonly Part[] {
	const parts: Part[] = [];
	let text = '';
	const close = (): void => {
		const key = text.normalize('NFC').replace(/\s+/gu, '');
		if (key !== '') parts.push({ key: `text ${key}`, said: text });
		text = '';
	};
	for (const event of events) {
		if (event.type === 'text') text += event.text;
		if (event.type !== 'call' && event.type !== 'malformed') continue;
		close();
		const said = event.type === 'call' ? `${event.call.name}(${JSON.stringify(event.call.arguments)})` : event.raw;
		parts.push({ key: `${event.type} ${said}`, said });
	}
	close();
	return parts;
}

function shown(part: Part | undefined): string {
	return part === undefined ? 'nothing' : quoted(part.said);
}

/** What the outline needs of an event; those of a stream and those of a log have it. */
export type OutlinedEvent =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'call' | 'malformed' | 'thinking' | 'end' };

type EventOf<Event, Type> = Extract<Event, { readonly type: Type }>;

/**
 * What a generation says before it calls, and what it tries to call, read event by event. Every answer is about the
 * events so far.
 */
export class GenerationOutline<Event extends OutlinedEvent> {
	/** Calls and malformed calls in the order they were made. */
	readonly attempts: (EventOf<Event, 'call'> | EventOf<Event, 'malformed'>)[] = [];
	#call: EventOf<Event, 'call'> | undefined;
	#text = '';
	#beforeMalformed: string | undefined;

	read(event: Event): void {
		if (isOf(event, 'text')) {
			if (this.#call === undefined) this.#text += event.text;
		} else if (isOf(event, 'call')) {
			this.#call ??= event;
			this.attempts.push(event);
		} else if (isOf(event, 'malformed')) {
			this.#beforeMalformed ??= this.#text;
			this.attempts.push(event);
		}
	}

	/** The first call that could be read. */
	get call(): EventOf<Event, 'call'> | undefined {
		return this.#call;
	}

	/** Text before the first call; before the first malformed call where no call could be read; else all text. Thinking is none. */
	get prefix(): string {
		return this.#call === undefined ? (this.#beforeMalformed ?? this.#text) : this.#text;
	}

	/** Text before the first call, that around malformed calls included, since a call may still follow them. */
	get textBeforeCall(): string {
		return this.#text;
	}
}

export function outlineOf<Event extends OutlinedEvent>(events: Iterable<Event>): GenerationOutline<Event> {
	const outline = new GenerationOutline<Event>();
	for (const event of events) outline.read(event);
	return outline;
}

function isOf<Event extends OutlinedEvent, Type extends Event['type']>(
	event: Event,
	type: Type,
): event is EventOf<Event, Type> {
	return event.type === type;
}

import { stackLines, withoutFolders } from '../../errors/error-place.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { DispatchFields, DispatchLog } from '../../tool/dispatch-log.ts';

/** Keeps what dispatch tells, as facts of a transcript: bounded, and without the folders of whoever runs it. */
export class DispatchRecord implements DispatchLog {
	readonly #entries: JsonObject[] = [];
	#leftOut = 0;

	warn(event: string, fields: DispatchFields): void {
		this.#add('warn', event, fields);
	}

	info(event: string, fields: DispatchFields): void {
		this.#add('info', event, fields);
	}

	error(event: string, fields: DispatchFields): void {
		this.#add('error', event, fields);
	}

	/** `{level, event, tool, ...}` each, in order; behind the last one that fits, `{level, event: left_out, count}`. */
	entries(): readonly JsonObject[] {
		if (this.#leftOut === 0) return this.#entries;
		return [...this.#entries, { level: 'info', event: 'left_out', count: this.#leftOut }];
	}

	#add(level: keyof DispatchLog, event: string, { stack, ...fields }: DispatchFields): void {
		if (this.#entries.length === MOST_ENTRIES) {
			this.#leftOut += 1;
			return;
		}
		const kept = Object.entries(fields).map(([name, value]) => [name, bounded(value)] as const);
		const lines = typeof stack === 'string' ? stackLines(stack, MOST_FRAMES).map(shortened) : [];
		this.#entries.push({
			level,
			event,
			...Object.fromEntries(kept),
			...(lines.length > 0 && { stack: lines }),
		});
	}
}

const MOST_ENTRIES = 50;
const MOST_KEYS = 20;
const MOST_CHARS = 300;
const MOST_FRAMES = 4;

function bounded(value: DispatchFields[string]): string | readonly string[] {
	return typeof value === 'string' ? shortened(withoutFolders(value)) : value.slice(0, MOST_KEYS).map(shortened);
}

function shortened(text: string): string {
	return text.length <= MOST_CHARS ? text.toWellFormed() : `${text.slice(0, MOST_CHARS)}…`.toWellFormed();
}

import { fixtureLog } from '../../../reports/fixture/fixture-log.ts';
import { isJsonObject, type JsonValue } from '../../../src/base/json.ts';
import type { Log, LogRecord } from '../../../src/log/record.ts';
import { logRecordSchema } from '../../../src/log/record.ts';
import type { Chance } from '../trial/chance.ts';

/** A log with a text in its fields: all that a log may hold, or a share of them. */
export interface HostileLog {
	readonly log: Log;
	/** Fields that hold the text. */
	readonly fields: number;
}

/** Every third log has the text in all fields, the others in a share or in a few. */
export function logWith(text: string, luck: Chance): HostileLog {
	const share = luck.pick([1, 0.3, 0.05]);
	let fields = 0;
	const put = <T extends LogRecord>(record: T, index: number): T => {
		const plain = JSON.parse(JSON.stringify(record)) as JsonValue;
		const places = RECORD_FIELDS[index] ?? [];
		for (const place of places) {
			if (!luck.happens(share)) continue;
			setAt(plain, place, text);
			fields += 1;
		}
		const parsed = logRecordSchema.safeParse(plain);
		// Some fields exclude others.
		return (parsed.success ? parsed.data : record) as T;
	};
	const [header, ...samples] = RECORDS;
	const log = {
		...BASE,
		header: put(header, 0),
		samples: samples.map((sample, index) => put(sample, index + 1)),
	};
	return { log, fields };
}

const BASE = fixtureLog();
const SAMPLES = BASE.samples.filter((_, index) => index % 6 === 0);
const RECORDS = [BASE.header, ...SAMPLES] as const;
type Place = readonly (string | number)[];
/** By record, the places of texts that the schema takes any text for. */
const RECORD_FIELDS: readonly (readonly Place[])[] = RECORDS.map((record) => {
	const plain = JSON.parse(JSON.stringify(record)) as JsonValue;
	return placesOf(plain).filter((place) => {
		const changed = structuredClone(plain) as JsonValue;
		setAt(changed, place, 'any text');
		return logRecordSchema.safeParse(changed).success;
	});
});

/** Where a text stands. */
function placesOf(value: JsonValue, at: Place = []): readonly Place[] {
	if (typeof value === 'string') return [at];
	if (Array.isArray(value)) return value.flatMap((item, index) => placesOf(item, [...at, index]));
	return isJsonObject(value) ? Object.entries(value).flatMap(([name, field]) => placesOf(field, [...at, name])) : [];
}

function setAt(value: JsonValue, place: Place, text: string): void {
	let parent = value as Record<string | number, JsonValue>;
	for (const key of place.slice(0, -1)) parent = parent[key] as Record<string | number, JsonValue>;
	parent[place.at(-1) ?? ''] = text;
}

import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { ConfigError } from '../../src/base/errors.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { message } from '../../src/base/message.ts';
import type { HabitType } from '../../src/frame/candidates.ts';
import type { FixtureEntry, FixtureHabit, HabitFixture } from './initial-habits.ts';
import { habitTypeOf, type Protocol, type ProtocolCategory } from './protocol.ts';

/** A user's habit, as the database has it. */
interface Habit extends FixtureHabit {
	/** Title of its protocol. */
	readonly title: string;
	readonly type: HabitType;
}

/** Fields that a tool sets for a new habit; the database adds the rest. */
type NewHabit = Omit<FixtureHabit, 'id' | 'protocolId' | 'status' | 'startedOn'> & {
	readonly protocol: Protocol;
};

/** Tables of the app. Tools enforce the limits on row counts; these constraints hold in any case. */
const HABIT_SCHEMA = `
CREATE TABLE protocol (
	id TEXT PRIMARY KEY,
	title TEXT NOT NULL,
	category TEXT NOT NULL,
	summary TEXT NOT NULL,
	body TEXT NOT NULL,
	search_text TEXT NOT NULL,
	position INTEGER NOT NULL
) STRICT;
CREATE TABLE habit (
	number INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	protocol_id TEXT NOT NULL REFERENCES protocol (id),
	type TEXT NOT NULL CHECK (type IN ('build', 'break')),
	status TEXT NOT NULL CHECK (status IN ('active', 'archived')),
	frame_level TEXT NOT NULL CHECK (frame_level IN ('L2', 'L3')),
	framed_text TEXT NOT NULL CHECK (length(framed_text) BETWEEN 1 AND 200),
	anchor_when TEXT,
	anchor_after_what TEXT,
	dose_text TEXT,
	started_on TEXT NOT NULL
) STRICT;
CREATE TABLE entry (
	habit_id TEXT NOT NULL REFERENCES habit (id),
	date TEXT NOT NULL CHECK (date(date) IS date),
	value TEXT NOT NULL CHECK (value IN ('done', 'blank')),
	PRIMARY KEY (habit_id, date)
) STRICT;
`;

/** Filters of a search. */
interface ProtocolSearch {
	readonly category?: ProtocolCategory;
	/** Each must occur in title, summary or body. */
	readonly words: readonly string[];
	readonly limit: number;
}

/** One SQLite database in memory, for one sample. */
export class HabitDatabase {
	/** Today in the sample, `YYYY-MM-DD`. */
	readonly today: string;
	readonly #database = new DatabaseSync(':memory:');
	/** Last row numbers of the fixture. */
	readonly #before: { readonly habits: number; readonly entries: number };

	constructor(catalog: readonly Protocol[], fixture: HabitFixture) {
		this.today = fixture.today;
		this.#database.exec(`${HABIT_SCHEMA}BEGIN`);
		this.#insertProtocols(catalog);
		for (const habit of fixture.habits) this.#insertHabit(habit, categoryOf(catalog, habit.protocolId));
		for (const entry of fixture.entries) this.addEntry(entry);
		this.#before = { habits: fixture.habits.length, entries: fixture.entries.length };
		this.#database.exec('COMMIT');
	}

	/** In catalog order. */
	searchProtocols({ category, words, limit }: ProtocolSearch): readonly Protocol[] {
		const conditions = [
			...(category === undefined ? [] : ['category = ?']),
			// Not LIKE: a model may write % or _.
			...words.map(() => 'instr(search_text, ?) > 0'),
		];
		const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
		const values = [...(category === undefined ? [] : [category]), ...words.map((word) => word.toLowerCase())];
		return this.#database
			.prepare(`SELECT * FROM protocol ${where} ORDER BY position LIMIT ?`)
			.all(...values, limit)
			.map(toProtocol);
	}

	protocol(id: string): Protocol | undefined {
		const row = this.#database.prepare('SELECT * FROM protocol WHERE id = ?').get(id);
		return row === undefined ? undefined : toProtocol(row);
	}

	habit(id: string): Habit | undefined {
		const row = this.#database.prepare(`${SELECT_HABIT} WHERE habit.id = ?`).get(id);
		return row === undefined ? undefined : toHabit(row);
	}

	/** In insertion order. */
	activeHabits(type?: HabitType): readonly Habit[] {
		const rows = this.#database.prepare(`${SELECT_HABIT} WHERE status = 'active' ORDER BY number`).all();
		return rows.map(toHabit).filter((habit) => type === undefined || habit.type === type);
	}

	/** Sequential ids, so that equal runs give equal ids. */
	addHabit({ protocol, ...habit }: NewHabit): Habit {
		const next = this.#database.prepare('SELECT coalesce(max(number), 0) + 1 AS number FROM habit').get();
		const id = `h${next?.number}`;
		this.#insertHabit(
			{ ...habit, id, protocolId: protocol.id, status: 'active', startedOn: this.today },
			protocol.category,
		);
		const added = this.habit(id);
		if (added === undefined) throw new Error(`habit ${id} was not added`);
		return added;
	}

	entry(habitId: string, date: string): FixtureEntry | undefined {
		const row = this.#database.prepare('SELECT * FROM entry WHERE habit_id = ? AND date = ?').get(habitId, date);
		return row === undefined ? undefined : toEntry(row);
	}

	addEntry({ habitId, date, value }: FixtureEntry): void {
		this.#database.prepare('INSERT INTO entry (habit_id, date, value) VALUES (?, ?, ?)').run(habitId, date, value);
	}

	/** Days on which the habit was done, latest first. */
	daysDone(habitId: string): readonly string[] {
		const rows = this.#database
			.prepare(`SELECT date FROM entry WHERE habit_id = ? AND value = 'done' ORDER BY date DESC`)
			.all(habitId);
		return rows.map((row) => String(row.date));
	}

	/** Rows that tools added to this sample's state; they change and delete none. */
	snapshot(): JsonObject {
		const habits = this.#database.prepare('SELECT * FROM habit WHERE number > ? ORDER BY number');
		const entries = this.#database.prepare('SELECT * FROM entry WHERE rowid > ? ORDER BY rowid');
		return {
			added_habits: habits.all(this.#before.habits).map(({ number: _, ...row }) => withoutNulls(row)),
			added_entries: entries.all(this.#before.entries).map(withoutNulls),
		};
	}

	close(): void {
		if (this.#database.isOpen) this.#database.close();
	}

	#insertProtocols(catalog: readonly Protocol[]): void {
		const insert = this.#database.prepare('INSERT INTO protocol VALUES (?, ?, ?, ?, ?, ?, ?)');
		for (const [position, { id, title, category, summary, body }] of catalog.entries()) {
			insert.run(id, title, category, summary, body, `${title}\n${summary}\n${body}`.toLowerCase(), position);
		}
	}

	#insertHabit(habit: FixtureHabit, category: ProtocolCategory): void {
		this.#database
			.prepare(`INSERT INTO habit (id, protocol_id, type, status, frame_level, framed_text, anchor_when,
				anchor_after_what, dose_text, started_on) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
			.run(
				habit.id,
				habit.protocolId,
				habitTypeOf(category),
				habit.status,
				habit.frameLevel,
				habit.framedText,
				habit.anchorWhen ?? null,
				habit.anchorAfterWhat ?? null,
				habit.doseText ?? null,
				habit.startedOn,
			);
	}
}

type Row = Record<string, SQLOutputValue>;

const SELECT_HABIT = 'SELECT habit.*, protocol.title FROM habit JOIN protocol ON protocol.id = habit.protocol_id';

function toProtocol({ id, title, category, summary, body }: Row): Protocol {
	return {
		id: String(id),
		title: String(title),
		category: String(category) as ProtocolCategory,
		summary: String(summary),
		body: String(body),
	};
}

function toHabit(row: Row): Habit {
	const optional = (key: string, column: string): object => (row[column] == null ? {} : { [key]: String(row[column]) });
	return {
		id: String(row.id),
		protocolId: String(row.protocol_id),
		title: String(row.title),
		type: row.type as HabitType,
		status: row.status as Habit['status'],
		frameLevel: row.frame_level as Habit['frameLevel'],
		framedText: String(row.framed_text),
		...optional('anchorWhen', 'anchor_when'),
		...optional('anchorAfterWhat', 'anchor_after_what'),
		...optional('doseText', 'dose_text'),
		startedOn: String(row.started_on),
	};
}

function toEntry(row: Row): FixtureEntry {
	return { habitId: String(row.habit_id), date: String(row.date), value: row.value as FixtureEntry['value'] };
}

function withoutNulls(row: Row): JsonObject {
	return Object.fromEntries(
		Object.entries(row).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
	);
}

/** Catalog and fixture are separate files. */
function categoryOf(catalog: readonly Protocol[], protocolId: string): ProtocolCategory {
	const protocol = catalog.find(({ id }) => id === protocolId);
	if (protocol !== undefined) return protocol.category;
	throw new ConfigError(message('coach.protocol', { protocol: protocolId }));
}

/**
 * Number of consecutive days done, ending today or, if today is not done, yesterday. `daysDone` are distinct,
 * `YYYY-MM-DD`, latest first.
 */
export function streakOf(daysDone: readonly string[], today: string): number {
	let days = 0;
	let expected = daysDone[0] === today ? today : dayBefore(today);
	for (const day of daysDone) {
		if (day !== expected) break;
		days += 1;
		expected = dayBefore(expected);
	}
	return days;
}

function dayBefore(day: string): string {
	return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

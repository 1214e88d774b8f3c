import { z } from 'zod';
import { ConfigError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { idField, parseJsonCorpus, requireUniqueIds, textField } from '../../src/corpus/corpus-text.ts';

/** Initial state of every sample's database. */
export interface HabitFixture {
	/** Today in all samples, `YYYY-MM-DD`. */
	readonly today: string;
	readonly habits: readonly FixtureHabit[];
	readonly entries: readonly FixtureEntry[];
}

export interface FixtureHabit {
	readonly id: string;
	readonly protocolId: string;
	readonly status: 'active' | 'archived';
	readonly frameLevel: 'L2' | 'L3';
	readonly framedText: string;
	readonly anchorWhen?: string;
	readonly anchorAfterWhat?: string;
	readonly doseText?: string;
	readonly startedOn: string;
}

/** A day of a habit. */
export interface FixtureEntry {
	readonly habitId: string;
	readonly date: string;
	readonly value: 'done' | 'blank';
}

const habitRow = z.strictObject({
	id: idField,
	protocol_id: idField,
	status: z.enum(['active', 'archived']),
	frame_level: z.enum(['L2', 'L3']),
	framed_text: textField(200),
	anchor_when: textField(100).optional(),
	anchor_after_what: textField(100).optional(),
	dose_text: textField(100).optional(),
	started_on: z.iso.date(),
});

const fixtureSchema = z.strictObject({
	today: z.iso.date(),
	habits: z.array(habitRow).max(1000),
	entries: z
		.array(z.strictObject({ habit_id: idField, date: z.iso.date(), value: z.enum(['done', 'blank']) }))
		.max(100_000),
});

/** Reads `habits.json`. `source` names the file in errors. Throws ConfigError. */
export function parseHabitFixture(text: string, source: string): HabitFixture {
	const { today, habits, entries } = parseJsonCorpus(text, source, fixtureSchema);
	requireUniqueIds(habits, source);
	const known = new Set(habits.map(({ id }) => id));
	const seen = new Set<string>();
	for (const [index, { habit_id, date }] of entries.entries()) {
		const key = `${habit_id} ${date}`;
		const said = { source, index, habit: habit_id, date };
		if (!known.has(habit_id)) throw new ConfigError(message('coach.entry-of-no-habit', said));
		if (seen.has(key)) throw new ConfigError(message('coach.entry-twice', said));
		if (date > today) throw new ConfigError(message('coach.entry-after-today', { ...said, today }));
		seen.add(key);
	}
	return {
		today,
		habits: habits.map(toHabit),
		entries: entries.map(({ habit_id, date, value }) => ({ habitId: habit_id, date, value })),
	};
}

function toHabit(row: z.output<typeof habitRow>): FixtureHabit {
	const { anchor_when, anchor_after_what, dose_text } = row;
	return {
		id: row.id,
		protocolId: row.protocol_id,
		status: row.status,
		frameLevel: row.frame_level,
		framedText: row.framed_text,
		anchorWhen: anchor_when,
		anchorAfterWhat: anchor_after_what,
		doseText: dose_text,
		startedOn: row.started_on,
	};
}

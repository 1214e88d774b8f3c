import { expect, it } from 'vitest';
import type { EngineOutcome, EngineReader, FateCall } from '../fates/outcome.ts';

/** A generation, and its outcome by the engine's own tests or code. */
export interface FateCase {
	readonly title: string;
	readonly raw: string | readonly string[];
	readonly dialect?: string;
	readonly calls?: readonly FateCall[];
	/** Absent if the case is only about calls. */
	readonly shown?: string;
	/** Absent: our own finding, not in the engine's source. */
	readonly outcome?: EngineOutcome;
}

export function call(name: string, args: FateCall['arguments'] = {}): FateCall {
	return { name, arguments: args };
}

/** Registers a test per case. */
export function describeFates(engine: EngineReader, cases: readonly FateCase[]): void {
	it.each(cases.map((each) => [each.title, each] as const))('%s', (_title, { raw, dialect = 'gemma4', ...wanted }) => {
		const fate = engine.read(typeof raw === 'string' ? [raw] : raw, dialect);
		expect(fate).toMatchObject({ calls: wanted.calls ?? [] });
		if (wanted.shown !== undefined) expect(fate?.shown).toBe(wanted.shown);
		if (wanted.outcome !== undefined) expect(fate?.outcome).toBe(wanted.outcome);
	});
}

import { expect, it } from 'vitest';
import type { EngineOutcome, EngineReader, FateCall } from '../fates/outcome.ts';

/** One generation and what the engine's own tests, or its code, say becomes of it. */
export interface FateCase {
	readonly title: string;
	readonly raw: string | readonly string[];
	readonly dialect?: string;
	readonly calls?: readonly FateCall[];
	/** Absent where the case is about the calls alone. */
	readonly shown?: string;
	/** Absent where the engine's source tells none: it is ours to say. */
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

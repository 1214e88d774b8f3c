import {
	ENGINE_FATES,
	type Log,
	type LogSample,
	playedGenerations,
	summarizeRunFates,
	turnOutcome,
} from '../../src/index.ts';
import type { Column } from './table-csv.ts';

/**
 * What an app on each engine would have got of the turn: the worst of its generations, empty where the engine's reading
 * is not emulated. No columns where the run has no raw text, or for an engine that is emulated for none of it.
 */
export function fateColumns(log: Log): readonly Column<LogSample>[] {
	const { rows, played } = summarizeRunFates(log).matrix;
	const emulated = new Set(rows.filter(({ notEmulated }) => notEmulated < played).map(({ engine }) => engine));
	return ENGINE_FATES.filter(({ engine }) => emulated.has(engine)).map(({ engine }) => [
		`fate_${engine.replaceAll('-', '_')}`,
		(sample) => turnOutcome(playedGenerations(log, sample), engine),
	]);
}

import { UsageError } from '../errors/gemmark-error.ts';
import type { Dialect, DialectName } from './dialect.ts';
import { gemma4 } from './gemma4.ts';

const DIALECTS: readonly Dialect[] = [gemma4];

export const DIALECT_NAMES: readonly DialectName[] = DIALECTS.map((dialect) => dialect.name);

/** Throws {@link UsageError} for a name that is none. */
export function dialectNamed(name: string): Dialect {
	const dialect = DIALECTS.find((candidate) => candidate.name === name);
	if (dialect === undefined) {
		throw new UsageError(`Unknown dialect "${name}".`, { hint: `Choose one of: ${DIALECT_NAMES.join(', ')}.` });
	}
	return dialect;
}

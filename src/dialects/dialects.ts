import { UsageError } from '../errors/gemmark-error.ts';
import type { Dialect, DialectName } from './dialect.ts';
import { flutterGemma } from './flutter-gemma.ts';
import { functiongemma } from './functiongemma.ts';
import { gemma3Json } from './gemma3-json.ts';
import { gemma4 } from './gemma4.ts';
import { toolCode } from './tool-code.ts';

export const DIALECTS: readonly Dialect[] = [gemma4, functiongemma, gemma3Json, toolCode, flutterGemma];

export const DIALECT_NAMES: readonly DialectName[] = DIALECTS.map((dialect) => dialect.name);

/** Throws {@link UsageError} for a name that is none. */
export function dialectNamed(name: string): Dialect {
	const dialect = DIALECTS.find((candidate) => candidate.name === name);
	if (dialect === undefined) {
		throw new UsageError(`Unknown dialect "${name}".`, { hint: `Choose one of: ${DIALECT_NAMES.join(', ')}.` });
	}
	return dialect;
}

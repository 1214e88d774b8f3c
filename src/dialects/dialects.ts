import { ConfigError, UsageError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { DIALECT_NAMES, type Dialect, userDialect } from './dialect.ts';
import { flutterGemma } from './flutter-gemma.ts';
import { functiongemma } from './functiongemma.ts';
import { gemma3Json } from './gemma3-json.ts';
import { gemma4 } from './gemma4.ts';
import { toolCode } from './tool-code.ts';

/** Dialects that come with gemmark. */
export const DIALECTS: readonly Dialect[] = [gemma4, functiongemma, gemma3Json, toolCode, flutterGemma];

/** Users' dialects, by name, for the life of the process. */
const brought = new Map<string, Dialect>();

/** Makes a user's dialect known by its name. Throws {@link ConfigError} where gemmark has one of that name, and for what is no dialect. */
export function defineDialect(dialect: Dialect): Dialect {
	const read = userDialect(dialect);
	if (DIALECT_NAMES.includes(dialect.name)) {
		throw new ConfigError(message('dialect.name-taken', { dialect: dialect.name }));
	}
	brought.set(read.name, read);
	return read;
}

/** Throws {@link UsageError} for a name that is none. */
export function dialectNamed(name: string): Dialect {
	const dialect = knownDialects().find((candidate) => candidate.name === name);
	if (dialect === undefined) {
		const names = knownDialects().map((known) => known.name);
		throw new UsageError(message('dialect.unknown', { dialect: name, names }));
	}
	return dialect;
}

/** Those of a config first: they are more particular. */
export function knownDialects(): readonly Dialect[] {
	return [...brought.values(), ...DIALECTS];
}

/**
 * The dialect a model was trained on, by the tokens its chat template writes; where the template knows no tools,
 * by the model's name, unless the template writes the turns of another dialect, and else JSON as Gemma 3's documentation
 * asks for it.
 */
export function detectDialect(chatTemplate: string, name = ''): string {
	const dialects = knownDialects();
	const spoken =
		dialects.find(({ speaks }) => speaks?.template(chatTemplate)) ??
		dialects.find((dialect) => dialect.speaks?.model?.(name) && !opensOthersTurns(chatTemplate, dialect, dialects));
	return (spoken ?? gemma3Json).name;
}

function opensOthersTurns(chatTemplate: string, { turnOpen }: Dialect, dialects: readonly Dialect[]): boolean {
	return !chatTemplate.includes(turnOpen) && dialects.some((other) => chatTemplate.includes(other.turnOpen));
}

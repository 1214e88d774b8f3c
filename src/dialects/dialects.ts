import { ConfigError, UsageError } from '../base/errors.ts';
import { DIALECT_NAMES, type Dialect, heldDialect } from './dialect.ts';
import { flutterGemma } from './flutter-gemma.ts';
import { functiongemma } from './functiongemma.ts';
import { gemma3Json } from './gemma3-json.ts';
import { gemma4 } from './gemma4.ts';
import { toolCode } from './tool-code.ts';

/** Dialects that come with gemmark. */
export const DIALECTS: readonly Dialect[] = [gemma4, functiongemma, gemma3Json, toolCode, flutterGemma];

/** Dialects of a config's own, by name, for the life of the process. */
const brought = new Map<string, Dialect>();

/** Makes a dialect of one's own known by its name. Throws {@link ConfigError} where gemmark has one of that name, and for what is no dialect. */
export function defineDialect(dialect: Dialect): Dialect {
	const held = heldDialect(dialect);
	if (DIALECT_NAMES.includes(dialect.name)) {
		throw new ConfigError(`dialect ${dialect.name}: gemmark has one of that name`, { hint: 'Give yours another.' });
	}
	brought.set(held.name, held);
	return held;
}

/** Throws {@link UsageError} for a name that is none. */
export function dialectNamed(name: string): Dialect {
	const dialect = knownDialects().find((candidate) => candidate.name === name);
	if (dialect === undefined) {
		const names = knownDialects().map((known) => known.name);
		throw new UsageError(`Unknown dialect "${name}".`, { hint: `Choose one of: ${names.join(', ')}.` });
	}
	return dialect;
}

/** Those of a config first: they are more particular. */
export function knownDialects(): readonly Dialect[] {
	return [...brought.values(), ...DIALECTS];
}

/**
 * The dialect a model was trained on, told by the tokens its chat template writes; where the template knows no tools,
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

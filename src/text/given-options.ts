import { ConfigError } from '../base/errors.ts';
import { didYouMean } from './nearest-name.ts';

/** What code without types may give in place of options. Throws {@link ConfigError} naming the function, and a field that it does not have. */
export function givenOptions<T extends object>(
	options: T,
	who: string,
	known?: Readonly<Record<keyof T & string, true>>,
): T {
	if (typeof options !== 'object' || options === null || Array.isArray(options)) {
		throw new ConfigError(`${who}: takes an object, and was given ${givenText(options)}`, {
			hint: known === undefined ? 'docs/own-app.md and docs/own-suite.md have examples.' : knownText(known),
		});
	}
	const unknown = known && Object.keys(options).find((name) => !Object.hasOwn(known, name));
	if (known === undefined || unknown === undefined) return options;
	throw new ConfigError(`${who}: ${unknown}: is no field here${didYouMean(unknown, Object.keys(known))}`, {
		hint: knownText(known),
	});
}

/** What a value is, in an error about it. */
export function givenText(value: unknown): string {
	if (value === null) return 'null';
	if (typeof value === 'string') return 'text';
	return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}

function knownText(known: object): string {
	return `Known there: ${Object.keys(known).join(', ')}.`;
}

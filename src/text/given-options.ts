import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { nearestName } from './nearest-name.ts';

/** What code without types may give in place of options. Throws {@link ConfigError} naming the function, and a field that it does not have. */
export function givenOptions<T extends object>(
	options: T,
	who: string,
	known?: Readonly<Record<keyof T & string, true>>,
): T {
	if (typeof options !== 'object' || options === null || Array.isArray(options)) {
		const given = givenText(options);
		throw new ConfigError(
			known === undefined
				? message('usage.not-an-object', { who, given })
				: message('usage.not-options', { who, given, known: Object.keys(known) }),
		);
	}
	const unknown = known && Object.keys(options).find((name) => !Object.hasOwn(known, name));
	if (known === undefined || unknown === undefined) return options;
	const names = Object.keys(known);
	const near = nearestName(unknown, names);
	throw new ConfigError(message('usage.unknown-option', { who, field: unknown, near, known: names }));
}

/** What a value is, in an error about it. */
export function givenText(value: unknown): string {
	if (value === null) return 'null';
	if (typeof value === 'string') return 'text';
	return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}

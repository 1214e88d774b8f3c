/**
 * What other code has done to JSON, where JSON no longer writes or reads what it is given: `replaced JSON.stringify`, or
 * `given Object.prototype a toJSON`. Undefined where it works, whoever's it is by now.
 */
export function brokenJson(): string | undefined {
	if (!works(() => JSON.stringify(PROBE) === WRITTEN)) {
		const owner = OWNERS.find(({ prototype }) => Object.hasOwn(prototype, 'toJSON'));
		return owner === undefined ? 'replaced JSON.stringify' : `given ${owner.name}.prototype a toJSON`;
	}
	return works(() => JSON.parse(WRITTEN).b[1] === PROBE.b[1]) ? undefined : 'replaced JSON.parse';
}

/** A value of each kind that JSON has, and its text. */
const PROBE = { a: null, b: [1, 'c', true] };
const WRITTEN = '{"a":null,"b":[1,"c",true]}';
/** Whose instances are asked for it. */
const OWNERS = [Object, Array];

function works(probe: () => boolean): boolean {
	try {
		return probe();
	} catch {
		return false;
	}
}

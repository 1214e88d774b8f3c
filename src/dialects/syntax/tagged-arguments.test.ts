import { describe, expect, it } from 'vitest';
import { pythonNumber } from './tagged-arguments.ts';

describe('a number is written as Python writes it', () => {
	// Each as `python3 -c 'import json; print(json.loads("..."))'` prints it.
	it.each([
		['0', '0'],
		['-3', '-3'],
		['36.6', '36.6'],
		['0.001', '0.001'],
		['0.0001', '0.0001'],
		['0.00001', '1e-05'],
		['-0.000025', '-2.5e-05'],
		['1e-7', '1e-07'],
		['1.5e-10', '1.5e-10'],
		['123456789.125', '123456789.125'],
		['10000000000000000', '10000000000000000'],
		['1e21', '1e+21'],
		['2.5e300', '2.5e+300'],
		['5e-324', '5e-324'],
	])('%s as %s', (json, python) => {
		expect(pythonNumber(JSON.parse(json))).toBe(python);
	});
});

import { expect, it } from 'vitest';
import { ConfigError } from './errors.ts';

it('the message of an operator’s error is one line, whatever stood in the file', () => {
	expect(new ConfigError('gate.yaml: rules.a\r\n  b\u2028c: is no field').message).toBe(
		'gate.yaml: rules.a b c: is no field',
	);
});

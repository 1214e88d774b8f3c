import { expect, it } from 'vitest';
import { logHeaderFixture } from '../testing/log-line-fixture.ts';
import { type LogHeader, namesApart } from './record.ts';

const base = logHeaderFixture();
const named = (name: string, runner = 'llama-cpp', device?: string): LogHeader => ({
	...base,
	model: { ...base.model, name },
	engine: { ...base.engine, runner },
	host: { ...base.host, ...(device !== undefined && { device }) },
});

it.each<[string, readonly LogHeader[], readonly string[]]>([
	['by their names', [named('a'), named('b')], ['a', 'b']],
	['by their engines where one file runs in two', [named('a'), named('a', 'wllama')], ['a (llama-cpp)', 'a (wllama)']],
	[
		'by their devices where one engine has it',
		[named('a', 'device', 'X'), named('a', 'device', 'Y')],
		['a (X)', 'a (Y)'],
	],
	['by their places where nothing else does', [named('a'), named('b'), named('a')], ['a (1)', 'b', 'a (3)']],
])('runs beside each other are told apart %s', (_, headers, names) => {
	expect(namesApart(headers)).toEqual(names);
});

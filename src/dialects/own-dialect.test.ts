import { describe, expect, it } from 'vitest';
import { ConfigError } from '../errors/gemmark-error.ts';
import type { Dialect } from './dialect.ts';
import { DialectFailure } from './dialect-failure.ts';
import { heldDialect } from './own-dialect.ts';
import { toolCode } from './tool-code.ts';

const arrow: Dialect = { ...toolCode, name: 'arrow' };
const thrower = () => {
	throw new Error('boom');
};
const tool = { name: 'put', description: 'Puts.', parameters: { type: 'object' } } as const;

describe('a dialect of an own', () => {
	it('does what it did', () => {
		const held = heldDialect(arrow);
		expect(Object.keys(held).sort()).toEqual(Object.keys(arrow).sort());
		expect(held.nextUserTurn('안녕')).toBe(arrow.nextUserTurn('안녕'));
		expect(held.callGrammar(tool)).toBe(arrow.callGrammar(tool));
	});

	it('may be a class', () => {
		class Arrow {
			readonly name = 'arrow';
			readonly stops = ['x'];
			readonly turnOpen = '[';
			readonly #model = '[model]';
			parser = toolCode.parser;
			toolResponses = () => '';
			callGrammar = () => '';
			nextUserTurn(text: string): string {
				return text + this.#model;
			}
			declareTools(): string {
				return this.#model;
			}
		}
		const held = heldDialect(new Arrow());
		expect([held.nextUserTurn('a'), held.declareTools?.([])]).toEqual(['a[model]', '[model]']);
	});

	it.each<[string, Partial<Dialect>, (held: Dialect) => unknown]>([
		['toolResponses', { toolResponses: thrower }, (held) => held.toolResponses([])],
		['nextUserTurn', { nextUserTurn: thrower }, (held) => held.nextUserTurn('a')],
		['declareTools', { declareTools: thrower }, (held) => held.declareTools?.([tool])],
		['writeCall', { writeCall: thrower }, (held) => held.writeCall?.('put', {})],
		['callGrammar', { callGrammar: thrower }, (held) => held.callGrammar(tool)],
		['speaks.template', { speaks: { template: thrower } }, (held) => held.speaks?.template('')],
		['speaks.model', { speaks: { template: () => true, model: thrower } }, (held) => held.speaks?.model?.('')],
		['parser', { parser: thrower }, (held) => held.parser('strict')],
	])('whose %s throws has failed, not gemmark', (name, own, call) => {
		const failing = () => call(heldDialect({ ...arrow, ...own }));
		expect(failing).toThrow(DialectFailure);
		expect(failing).toThrow(
			new RegExp(`^dialect arrow: its ${name} throws Error: boom \\(at .*own-dialect\\.test\\.ts:`, 'u'),
		);
	});

	it('that gives another type has failed', () => {
		const number = heldDialect({ ...arrow, toolResponses: () => 5 as never });
		expect(() => number.toolResponses([])).toThrow(
			'dialect arrow: its toolResponses gives a value of type number, not text',
		);
	});

	it.each<[string, object, string]>([
		[
			'an unknown field',
			{ declareTool: () => '' },
			"dialect arrow: declareTool: is no field here; did you mean 'declareTools'?",
		],
		['no text to stop at', { stops: [1] }, 'dialect arrow: stops.0: must be text'],
		['an empty opening of turns', { turnOpen: '' }, 'dialect arrow: turnOpen: must not be empty'],
		['what is no function', { callGrammar: 'root' }, 'dialect arrow: callGrammar: must be a function'],
		['no name', { name: 5 }, 'dialect ?: name: must be text'],
	])('with %s is refused', (_, own, message) => {
		const wrong = () => heldDialect({ ...arrow, ...own } as Dialect);
		expect(wrong).toThrow(ConfigError);
		expect(wrong).toThrow(message);
	});
});
